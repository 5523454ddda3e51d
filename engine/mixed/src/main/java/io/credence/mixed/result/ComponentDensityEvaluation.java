package io.credence.mixed.result;

import io.credence.mixed.component.ScoredPoint;
import io.credence.mixed.site.RowSites;
import org.jspecify.annotations.Nullable;

/**
 * Log density and gradient at a point of the variance components.
 *
 * @param value log p(y, components) in the coordinates of the search, nats; −∞ where there is no density
 * @param gradient gradient of {@code value}; zeros where it was not requested
 * @param rows number of rows that were visited for the evaluation
 * @param correction correction of the value to second order, nats; 0 where the value is exact
 * @param sites normal factors that approximate the rows' likelihoods; null where these are normal themselves
 * @param moments moments of coefficients and effects; null where they are computed when needed
 */
public record ComponentDensityEvaluation(
        double value,
        double[] gradient,
        long rows,
        double correction,
        @Nullable RowSites sites,
        @Nullable EffectMoments moments)
        implements ScoredPoint {

    /** Creates an evaluation for which no rows were read. */
    public ComponentDensityEvaluation(double value, double[] gradient) {
        this(value, gradient, 0, 0, null, null);
    }

    /** Log density with its correction to second order. */
    public double correctedLogDensity() {
        return value + correction;
    }

    /** Copy without sites, which are kept of the last evaluation alone. */
    public ComponentDensityEvaluation withoutSites() {
        return new ComponentDensityEvaluation(value, gradient, rows, correction, null, moments);
    }

    public static ComponentDensityEvaluation withoutDensity(int dimension) {
        return new ComponentDensityEvaluation(Double.NEGATIVE_INFINITY, new double[dimension]);
    }
}
