package io.credence.fit.exact;

import io.credence.fit.Approximation;
import io.credence.fit.FitState;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.optimize.BfgsSearch;
import io.credence.optimize.RestartCount;
import org.jspecify.annotations.Nullable;

/**
 * State of a fit by quasi-Newton steps.
 *
 * @param frame coordinates of the search
 * @param search search for the largest bound, in coordinates whose curvature is about I
 * @param accepted best approximation so far; null before the first pass
 * @param gain predicted gain that is left at the best approximation, nats
 * @param restarts number of times that the first approximation was made narrower
 */
record QuasiNewtonState(
        ApproximationCoordinates frame,
        BfgsSearch search,
        @Nullable Approximation accepted,
        double gain,
        RestartCount restarts)
        implements AlgorithmState {

    static QuasiNewtonState begin(ApproximationCoordinates frame, RestartCount narrowed) {
        return new QuasiNewtonState(
                frame, BfgsSearch.unevaluatedWithUnitCurvature(frame.length()), null, Double.NaN, narrowed);
    }

    /** The state within a fit; null where its steps are of another kind. */
    static @Nullable QuasiNewtonState of(FitState fit) {
        return fit.algorithmState() instanceof QuasiNewtonState own ? own : null;
    }

    /** Coordinates of the next pass. */
    double[] trial() {
        return frame.unscaled(search.trialPoint());
    }

    /** Share of the whole move at the end of which the trial lies. */
    double stepSize() {
        BfgsSearch.LineSearch line = search.lineSearch();
        return line == null ? 1 : line.trialLength();
    }

    QuasiNewtonState with(BfgsSearch next) {
        return new QuasiNewtonState(frame, next, accepted, gain, restarts);
    }

    @Override
    public Approximation best() {
        return accepted == null ? frame.origin() : accepted;
    }
}
