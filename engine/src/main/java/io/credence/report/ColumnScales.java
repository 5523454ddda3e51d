package io.credence.report;

import io.credence.prior.GaussianPrior;
import java.util.Arrays;

/**
 * The scales by which columns were divided before a fit, x′ = x/s, so that θ′ = sθ. Prior and posterior change coordinates
 * exactly and the bound keeps its value: the prior stays what it is on the columns as they were given.
 *
 * @param divisors s of each coefficient, all positive; predictor k has its own copy at k·columns
 */
public record ColumnScales(double[] divisors) {

    public ColumnScales {
        for (double s : divisors) {
            if (!(s > 0) || s == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("a column's scale must be positive and finite but was " + s);
            }
        }
    }

    /** No scaling of {@code dimension} coefficients. */
    public static ColumnScales none(int dimension) {
        double[] ones = new double[dimension];
        Arrays.fill(ones, 1);
        return new ColumnScales(ones);
    }

    /** The scales of the columns, once for each of {@code predictors} linear predictors. */
    public static ColumnScales of(double[] columns, int predictors) {
        double[] all = new double[columns.length * predictors];
        for (int k = 0; k < predictors; k++) {
            System.arraycopy(columns, 0, all, k * columns.length, columns.length);
        }
        return new ColumnScales(all);
    }

    /** The prior of θ′: mean sμ0, precision P0/s². */
    public GaussianPrior scaled(GaussianPrior prior) {
        double[] mean = prior.mean().clone();
        double[] precision = prior.precision().clone();
        for (int j = 0; j < mean.length; j++) {
            mean[j] *= divisors[j];
            precision[j] /= divisors[j] * divisors[j];
        }
        return new GaussianPrior(mean, precision);
    }

    /** θ = θ′/s. */
    double[] original(double[] scaled) {
        double[] original = scaled.clone();
        for (int j = 0; j < original.length; j++) {
            original[j] /= divisors[j];
        }
        return original;
    }

    /** S = S′/(s sᵀ), of a full matrix. */
    double[] originalCovariance(double[] scaled) {
        int d = divisors.length;
        double[] original = scaled.clone();
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                original[i * d + j] /= divisors[i] * divisors[j];
            }
        }
        return original;
    }
}
