package io.credence.fit;

/** Algorithms of which each goes on from where others ended, decided by what these found. */
public interface Stages {

    /** The one that a fit begins with. */
    Algorithm first();

    /** The one that goes on from that state. */
    Algorithm at(FitState fit);

    /** A state of the first algorithm, with what is to be remembered beside it. */
    default FitState begun(FitState first) {
        return first;
    }

    /** The state to step from: that state, or an earlier one where a fit is resumed with more than it had. */
    default FitState resumed(FitState fit) {
        return fit;
    }

    /** What follows a stage that has ended: another one, or the end of the fit. */
    FitState following(FitState ended);

    /** What was found so far. */
    default FitResult result(FitState fit) {
        return at(fit).result(fit.with(fit.state().within()));
    }
}
