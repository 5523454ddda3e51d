package io.credence.prior;

import java.io.Serializable;
import java.util.Arrays;

/**
 * Independent normal priors of the coefficients, N(μ0, S0) with diagonal S0.
 *
 * @param mean μ0
 * @param precision diagonal of P0 = S0⁻¹; 0 where there is no normal prior, but some other term
 */
public record GaussianPrior(double[] mean, double[] precision) implements Serializable {

    public GaussianPrior {
        if (mean.length != precision.length) {
            throw new IllegalArgumentException("prior mean and precision must have the same length but have "
                    + mean.length + " and " + precision.length);
        }
        for (double p : precision) {
            if (!(p >= 0) || p == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("a prior precision must be at least 0 and finite but was " + p);
            }
        }
    }

    /** The same N(mean, sd²) for each of {@code dimension} coefficients. */
    public static GaussianPrior of(int dimension, double mean, double sd) {
        double[] means = new double[dimension];
        double[] precisions = new double[dimension];
        Arrays.fill(means, mean);
        Arrays.fill(precisions, 1 / (sd * sd));
        return new GaussianPrior(means, precisions);
    }

    /** Number of coefficients. */
    public int dimension() {
        return mean.length;
    }

    /** Standard deviations, infinite where there is no normal prior. */
    public double[] sd() {
        return Arrays.stream(precision).map(p -> 1 / Math.sqrt(p)).toArray();
    }

    /** ∇ log π = P0(μ0 − θ). */
    public double[] gradient(double[] theta) {
        double[] gradient = new double[theta.length];
        for (int j = 0; j < theta.length; j++) {
            gradient[j] = precision[j] * (mean[j] - theta[j]);
        }
        return gradient;
    }

    /** log π(θ), nats, of the entries that have a normal prior. */
    public double logDensity(double[] theta) {
        double normalisation = 0.5 * (logDeterminantPrecision() - (dimension() - flat()) * Math.log(2 * Math.PI));
        return normalisation - halfSquaredDistance(theta);
    }

    /** ½(θ − μ0)ᵀP0(θ − μ0). */
    public double halfSquaredDistance(double[] theta) {
        double sum = 0;
        for (int j = 0; j < theta.length; j++) {
            double deviation = theta[j] - mean[j];
            sum += precision[j] * deviation * deviation;
        }
        return 0.5 * sum;
    }

    /** log |P0| over the entries that have a normal prior. */
    public double logDeterminantPrecision() {
        double sum = 0;
        for (double p : precision) {
            sum += p > 0 ? Math.log(p) : 0;
        }
        return sum;
    }

    /** Number of entries without a normal prior. */
    public int flat() {
        int flat = 0;
        for (double p : precision) {
            flat += p > 0 ? 0 : 1;
        }
        return flat;
    }
}
