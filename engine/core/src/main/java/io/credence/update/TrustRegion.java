package io.credence.update;

import io.credence.family.GaussianPosterior;
import io.credence.linalg.Vectors;

/**
 * Limit of one step in the posterior's own units, so that it means the same in any coordinates.
 *
 * @param factor largest factor by which a step multiplies or divides the precision in any direction, above 1
 * @param slack the mean moves by at most √d + slack in the norm √(ΔᵀPΔ); a typical draw lies √d away
 */
record TrustRegion(double factor, double slack) {

    /**
     * Default limit of a step: the precision changes to a quarter to four times itself, the mean moves about as far as
     * a draw lies from it.
     */
    public static final TrustRegion DEFAULT = new TrustRegion(4, 2);

    /** No limit. */
    public static final TrustRegion NONE = new TrustRegion(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

    public TrustRegion {
        if (!(factor > 1)) {
            throw new IllegalArgumentException("the factor of a trust region must be above 1 but was " + factor);
        }
        if (!(slack >= 0)) {
            throw new IllegalArgumentException("the slack of a trust region must not be negative but was " + slack);
        }
    }

    /** Largest share, at most 1, of a move of the mean that stays inside the limit. */
    double insideShare(GaussianPosterior q, double[] move) {
        return insideShare(Vectors.dot(move, q.precisionTimes(move)), move.length);
    }

    /**
     * Largest share, at most 1, of a move that stays inside the limit, from the move's squared length and its number of
     * entries. The length is in the metric of the Fisher information.
     */
    double insideShare(double squaredLength, int numbers) {
        double length = Math.sqrt(squaredLength);
        double limit = Math.sqrt(numbers) + slack;
        return length > limit ? limit / length : 1;
    }
}
