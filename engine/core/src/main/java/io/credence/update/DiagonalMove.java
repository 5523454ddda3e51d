package io.credence.update;

import io.credence.family.DiagonalGaussian;
import io.credence.family.GaussianPosterior;
import org.jspecify.annotations.Nullable;

/** Move of a diagonal precision towards its target within a trust region, entry by entry. */
final class DiagonalMove {

    /** Largest share δ of the way to the edge of the cone (QBVI D.2.1). */
    static final double EDGE_SHARE = 0.5;

    private DiagonalMove() {}

    /** The moved posterior; null if an entry would not be finite and positive. */
    @SuppressWarnings("unchecked") // every Gaussian keeps to its structure
    static <Q extends GaussianPosterior> @Nullable PrecisionStep<Q> movedPosterior(
            Q current, double[] target, double stepSize, Constraint constraint, double factor) {
        double shared = constraint == Constraint.STEP_BOUND ? boundedStepSize(current, target, stepSize) : stepSize;
        double smallest = shared;
        double[] precision = new double[target.length];
        for (int j = 0; j < precision.length; j++) {
            double p = current.precision()[j];
            double change = target[j] - p;
            double required = constraint == Constraint.LOG_TRANSFORM
                    ? p * Math.exp(shared * change / p)
                    : DiagonalGaussian.towards(p, target[j], shared);
            double straight = p + shared * change;
            double kept = factor == Double.POSITIVE_INFINITY
                    ? required
                    : clamp(constraint == Constraint.LOG_TRANSFORM ? required : straight, p / factor, p * factor);
            if (!(kept > 0 && kept < Double.POSITIVE_INFINITY)) {
                return null;
            }
            if (kept != required) {
                smallest = Math.min(smallest, effectiveStepSize(constraint, p, kept, change));
            }
            precision[j] = kept;
        }
        Q moved = (Q) current.with(current.mean(), precision);
        return moved == null ? null : new PrecisionStep<>(moved, shared, smallest);
    }

    private static double effectiveStepSize(Constraint constraint, double p, double kept, double change) {
        return constraint == Constraint.LOG_TRANSFORM ? Math.log(kept / p) * p / change : (kept - p) / change;
    }

    private static double clamp(double value, double least, double greatest) {
        return Math.max(least, Math.min(greatest, value));
    }

    /** Step size β ← min(β, δ min p/(p − h)) over the entries with h &lt; p (QBVI D.2.1). */
    private static double boundedStepSize(GaussianPosterior current, double[] target, double stepSize) {
        double bound = Double.POSITIVE_INFINITY;
        for (int j = 0; j < target.length; j++) {
            double p = current.precision()[j];
            if (target[j] < p) {
                bound = Math.min(bound, p / (p - target[j]));
            }
        }
        return Math.min(stepSize, EDGE_SHARE * bound);
    }
}
