package io.credence.fit.fixed;

import io.credence.family.Posterior;
import io.credence.fit.FitState;
import io.credence.optimize.BfgsSearch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How one kind of posterior is fitted over points that stay the same: its bound, where it begins, and when points are enough. */
interface FixedPointsFit {

    /**
     * The beginning.
     *
     * @param iteration steps of the whole fit so far
     * @param from posterior to begin at; null for none
     */
    FixedPointsState begin(int iteration, @Nullable Posterior from);

    /** What was decided, for the log. */
    List<String> decisions(FixedPointsState begun);

    /** The bound over the points of that state. */
    PointsBound bound(FixedPointsState state);

    /** The search once its first point is evaluated. */
    default BfgsSearch started(FixedPointsState state, PointsBound bound) {
        return bound.raise(state.search());
    }

    /**
     * Most passes of a step.
     *
     * @param first whether it is one that evaluated the first point of a search, which is not counted
     */
    int passes(boolean first);

    /** What a step from there promises, nats; NaN where it is not known. */
    default double gain(BfgsSearch search) {
        return Double.NaN;
    }

    /** Whether a search that has not ended is given no more passes. */
    boolean isEnough(BfgsSearch search, int passes);

    /** Where the first point of a search is not one to go on from: stopped, or with other points; null where it is one. */
    @Nullable
    FitState refused(FitState fit, FixedPointsState state, PointsBound bound);

    /** At the end of a search: an answer, or other points. */
    FitState ended(FitState fit, FixedPointsState state);

    /** With the outcome of a final assessment. */
    FitState assessed(FitState fit, FixedPointsState state);
}
