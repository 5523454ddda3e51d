package io.credence.fit;

/** Sequence of algorithms in which each continues where another ended, chosen by the results so far. */
public interface Stages {

    /** The algorithm with which a fit begins. */
    Algorithm first();

    /** The algorithm that continues from the given state. */
    Algorithm algorithmAt(FitState fit);

    /** The first state of the first algorithm, completed by facts that these stages remember. */
    default FitState withStageMemory(FitState first) {
        return first;
    }

    /** The state to step from: the given state, or an earlier one where a fit is resumed with a larger budget. */
    default FitState stateToResume(FitState fit) {
        return fit;
    }

    /** The state after a stage has ended: the first of another stage, or the end of the fit. */
    FitState nextStage(FitState ended);

    /** The result of the fit so far. */
    default FitResult result(FitState fit) {
        return algorithmAt(fit).result(fit.with(fit.algorithmState().runningState()));
    }
}
