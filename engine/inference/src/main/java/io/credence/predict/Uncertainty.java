package io.credence.predict;

import org.apache.commons.math3.util.MathArrays;

/**
 * Standard deviation and central interval of an uncertain number.
 *
 * @param sd standard deviation
 * @param lower lower end of the central interval
 * @param upper upper end of the central interval
 */
public record Uncertainty(double sd, double lower, double upper) {

    /**
     * Computes the spread of a number from weighted values.
     *
     * @param weights weights of the values, which sum to 1
     * @param level probability that the interval covers
     */
    static Uncertainty of(double[] values, double[] weights, double level) {
        double[] sorted = values.clone();
        double[] shares = weights.clone();
        MathArrays.sortInPlace(sorted, shares);
        double tail = 0.5 * (1 - level);
        double sd = Math.sqrt(MixtureQuantile.variance(weights, values, new double[values.length]));
        return new Uncertainty(sd, quantile(tail, sorted, shares), quantile(1 - tail, sorted, shares));
    }

    /** Smallest value at which the cumulative weight reaches a probability. */
    private static double quantile(double p, double[] sorted, double[] weights) {
        double sum = 0;
        for (int s = 0; s < sorted.length; s++) {
            sum += weights[s];
            if (sum >= p) {
                return sorted[s];
            }
        }
        return sorted[sorted.length - 1];
    }
}
