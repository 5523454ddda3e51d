package io.credence.mixed;

import org.jspecify.annotations.Nullable;

/**
 * What a point of the variance components came to.
 *
 * @param value log p(y, components) in the coordinates of the search, nats; −∞ where it is none
 * @param gradient of it; zeros where it was not requested
 * @param rows rows that were visited for it
 * @param correction what the value lacks to second order, nats; 0 where it is exact
 * @param sites normal factors that stand for the rows' likelihoods; null where they are normal themselves
 * @param moments of coefficients and effects; null where they are computed anew when they are needed
 */
record Evaluation(
        double value,
        double[] gradient,
        long rows,
        double correction,
        @Nullable RowSites sites,
        @Nullable EffectMoments moments)
        implements PointEvaluation {

    /** Of rows that are not read. */
    Evaluation(double value, double[] gradient) {
        this(value, gradient, 0, 0, null, null);
    }

    /** The value with what it lacks to second order. */
    double corrected() {
        return value + correction;
    }

    /** The same without sites, which are kept of the last evaluation alone. */
    Evaluation withoutSites() {
        return new Evaluation(value, gradient, rows, correction, null, moments);
    }

    static Evaluation none(int dimension) {
        return new Evaluation(Double.NEGATIVE_INFINITY, new double[dimension]);
    }
}
