package io.credence.report;

import io.credence.prior.GaussianPrior;
import java.util.ArrayList;
import java.util.List;

/**
 * The posterior of the coefficients on the scale of the columns as they were given.
 *
 * @param family name of the posterior family
 * @param names of the coefficients, intercept first
 * @param mean μ
 * @param sd square root of the diagonal of S
 * @param covariance S, row-major; its diagonal alone where the coefficients are independent
 * @param prior prior of the same coefficients
 */
public record Coefficients(
        String family, List<String> names, double[] mean, double[] sd, double[] covariance, GaussianPrior prior) {

    /** Share of the prior's standard deviation above which the prior, not the data, decides. */
    private static final double LITTLE = 0.5;

    public Coefficients {
        if (names.size() != mean.length || sd.length != mean.length) {
            throw new IllegalArgumentException("names, mean and sd must have the same length but have " + names.size()
                    + ", " + mean.length + " and " + sd.length);
        }
    }

    /** Number of coefficients. */
    public int dimension() {
        return mean.length;
    }

    /** Whether the covariance is diagonal by construction. */
    public boolean isDiagonal() {
        return covariance.length == mean.length;
    }

    /** Entry of S. */
    public double covariance(int i, int j) {
        return isDiagonal() ? (i == j ? covariance[i] : 0) : covariance[i * mean.length + j];
    }

    /** Whether all numbers are finite and every variance is positive. */
    public boolean isProper() {
        for (int j = 0; j < mean.length; j++) {
            if (!Double.isFinite(mean[j]) || !(sd[j] > 0) || sd[j] == Double.POSITIVE_INFINITY) {
                return false;
            }
        }
        return true;
    }

    /** Coefficients whose standard deviation the data hardly lowered. */
    public List<String> littleKnown() {
        List<String> little = new ArrayList<>();
        for (int j = 0; j < mean.length; j++) {
            if (sd[j] * Math.sqrt(prior.precision()[j]) > LITTLE) {
                little.add(names.get(j));
            }
        }
        return little;
    }
}
