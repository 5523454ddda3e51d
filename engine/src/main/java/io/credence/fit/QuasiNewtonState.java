package io.credence.fit;

import io.credence.fit.FitState.AlgorithmState;
import io.credence.optimize.CurvaturePairs;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Where a fit by quasi-Newton steps is looking.
 *
 * @param frame coordinates
 * @param trial coordinates that the next pass evaluates
 * @param stepSize share of the direction that led there; of a first position, by how much it is narrower than was asked for
 * @param accepted best point so far; null before the first pass
 * @param pairs what past moves told of the curvature
 */
record QuasiNewtonState(
        PositionCoordinates frame,
        double[] trial,
        double stepSize,
        @Nullable Accepted accepted,
        CurvaturePairs pairs) implements AlgorithmState {

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
        return new QuasiNewtonState(frame, new double[frame.length()], 1, null, CurvaturePairs.NONE);
    }

    /** With another step size. */
    QuasiNewtonState ofSize(double size) {
        return new QuasiNewtonState(frame, trial, size, accepted, pairs);
    }

    /** With the trial accepted, and the whole of its direction to be tried. */
    QuasiNewtonState accepted(Accepted point, CurvaturePairs newPairs) {
        return new QuasiNewtonState(frame, trial, stepSize, point, newPairs).towards(point, 1);
    }

    /** Towards that share of an accepted point's direction. */
    QuasiNewtonState towards(Accepted point, double size) {
        double[] next = point.coordinates().clone();
        for (int j = 0; j < next.length; j++) {
            next[j] += size * point.direction()[j];
        }
        return new QuasiNewtonState(frame, next, size, point, pairs);
    }

    @Override
    public Position best() {
        return accepted == null ? frame.origin() : accepted.position();
    }
}
