package io.credence.fit.fixed;

import io.credence.fit.FitState;
import io.credence.fit.FitState.ObjectiveProgress;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.linalg.Vectors;
import io.credence.optimize.BfgsSearch;
import org.jspecify.annotations.Nullable;

/**
 * Fit that maximises a bound over fixed draws, which is an ordinary function, by BFGS. It decides where the search
 * begins and when the draws are enough.
 */
interface FixedDrawFit extends DrawSetFit {

    /** The bound over the draws of the given state. */
    FixedDrawBound bound(FixedDrawState state);

    /** The search after its first point was evaluated. */
    default BfgsSearch firstSearch(FixedDrawState state, FixedDrawBound bound) {
        return bound.evaluateTrial(state.search());
    }

    /**
     * Largest number of passes of a step.
     *
     * @param first whether the step evaluated the first point of a search, which is not counted
     */
    int passes(boolean first);

    /** Gain that a further step of a search promises, nats; NaN where it is not known. */
    default double gain(BfgsSearch search) {
        return Double.NaN;
    }

    /** Whether an unfinished search gets no more passes, after {@code passes} of them. */
    boolean isEnough(BfgsSearch search, int passes);

    /**
     * The state after an unsuitable first point of a search: stopped, or with other points; null if the point is
     * suitable.
     */
    @Nullable
    FitState afterUnsuitableStart(FitState fit, FixedDrawState state, FixedDrawBound bound);

    /** The state at the end of a search: an answer, or other draws. */
    FitState afterSearch(FitState fit, FixedDrawState state);

    /** Whether the maximised bound is the evidence lower bound. */
    boolean isElbo();

    /** The state after a few passes over the draws. If the search ends, the state after the decision that follows. */
    @Override
    default FitState step(FitState fit) {
        FixedDrawState state = (FixedDrawState) fit.algorithmState();
        FixedDrawBound bound = bound(state);
        boolean first = state.search().isUnevaluated();
        BfgsSearch search = first ? firstSearch(state, bound) : state.search();
        for (int k = 0; k < passes(first) && goesOn(search, state.passes() + k); k++) {
            search = bound.evaluateTrial(search);
        }
        FixedDrawState there = state.withSearch(search);
        FitState next =
                fit.withStep(bound.rows(), stepInfo(fit, there, bound.rows())).with(there);
        FitState refused = first ? afterUnsuitableStart(next, there, bound) : null;
        if (refused != null) {
            return refused;
        }
        return goesOn(search, there.passes()) ? next : afterSearch(next, there);
    }

    private boolean goesOn(BfgsSearch search, int passes) {
        return search.isRunning() && !isEnough(search, passes);
    }

    private StepInfo stepInfo(FitState fit, FixedDrawState state, long rows) {
        BfgsSearch search = state.search();
        boolean finite = Double.isFinite(search.value());
        return new StepInfo(
                fit.iteration() + 1,
                Phase.FIXED_DRAWS,
                new ObjectiveProgress(
                        -search.value(),
                        finite && isElbo() ? (Double) search.value() : null,
                        finite ? Vectors.norm(search.gradient()) : Double.NaN,
                        gain(search)),
                1,
                finite,
                rows,
                state.draws());
    }
}
