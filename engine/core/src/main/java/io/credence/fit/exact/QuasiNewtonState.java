package io.credence.fit.exact;

import io.credence.fit.Approximation;
import io.credence.fit.FitState;
import io.credence.fit.FitState.AlgorithmState;
import io.credence.optimize.Backoff;
import io.credence.optimize.BfgsSearch;
import org.jspecify.annotations.Nullable;

/**
 * Where a fit by quasi-Newton steps is.
 *
 * @param frame coordinates
 * @param search for the largest bound, in such whose curvature is about I
 * @param accepted best approximation so far; null before the first pass
 * @param gain what is predicted to be left to gain there, nats
 * @param narrowed how often the first approximation was
 */
record QuasiNewtonState(
        ApproximationCoordinates frame,
        BfgsSearch search,
        @Nullable Approximation accepted,
        double gain,
        Backoff narrowed)
        implements AlgorithmState {

    static QuasiNewtonState begin(ApproximationCoordinates frame, Backoff narrowed) {
        return new QuasiNewtonState(frame, BfgsSearch.unseenAmongUnits(frame.length()), null, Double.NaN, narrowed);
    }

    /** That of a fit; null where its steps are others. */
    static @Nullable QuasiNewtonState of(FitState fit) {
        return fit.state() instanceof QuasiNewtonState own ? own : null;
    }

    /** Coordinates that the next pass evaluates. */
    double[] trial() {
        return frame.unscaled(search.trial());
    }

    /** Share of a move that leads there. */
    double stepSize() {
        BfgsSearch.Line line = search.line();
        return line == null ? 1 : line.length();
    }

    QuasiNewtonState with(BfgsSearch next) {
        return new QuasiNewtonState(frame, next, accepted, gain, narrowed);
    }

    @Override
    public Approximation best() {
        return accepted == null ? frame.origin() : accepted;
    }
}
