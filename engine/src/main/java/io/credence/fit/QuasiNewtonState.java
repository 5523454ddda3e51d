package io.credence.fit;

import io.credence.fit.FitState.AlgorithmState;
import io.credence.optimize.Backoff;
import io.credence.optimize.CurvaturePairs;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Where a fit by quasi-Newton steps is looking.
 *
 * @param frame coordinates
 * @param trial coordinates that the next pass evaluates
 * @param stepSize share of the direction that led there
 * @param accepted best point so far; null before the first pass
 * @param pairs what past moves told of the curvature
 * @param narrowed how often the first position was
 */
record QuasiNewtonState(
        PositionCoordinates frame,
        double[] trial,
        double stepSize,
        @Nullable Accepted accepted,
        CurvaturePairs pairs,
        Backoff narrowed)
        implements AlgorithmState {

    /**
     * An evaluated point.
     *
     * @param direction where the next steps lead
     * @param slope directional derivative of the objective, negative
     * @param gain what is predicted to be left to gain, nats
     */
    record Accepted(
            double[] coordinates,
            Position position,
            double objective,
            double[] gradient,
            double[] direction,
            double slope,
            double gain)
            implements Serializable {}

    static QuasiNewtonState begin(PositionCoordinates frame) {
        return new QuasiNewtonState(frame, new double[frame.length()], 1, null, CurvaturePairs.NONE, Backoff.NONE);
    }

    /** At a first position that was divided so often. */
    QuasiNewtonState narrowed(Backoff times) {
        return new QuasiNewtonState(frame, trial, stepSize, accepted, pairs, times);
    }

    /** With the trial accepted, and the whole of its direction to be tried. */
    QuasiNewtonState accepted(Accepted point, CurvaturePairs newPairs) {
        return new QuasiNewtonState(frame, trial, stepSize, point, newPairs, narrowed).towards(point, 1);
    }

    /** Towards that share of an accepted point's direction. */
    QuasiNewtonState towards(Accepted point, double size) {
        double[] next = point.coordinates().clone();
        for (int j = 0; j < next.length; j++) {
            next[j] += size * point.direction()[j];
        }
        return new QuasiNewtonState(frame, next, size, point, pairs, narrowed);
    }

    @Override
    public Position best() {
        return accepted == null ? frame.origin() : accepted.position();
    }
}
