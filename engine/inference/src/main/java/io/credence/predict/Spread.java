package io.credence.predict;

import org.apache.commons.math3.util.MathArrays;

/**
 * How uncertain a number is.
 *
 * @param sd its standard deviation
 * @param lower lower end of its central interval
 * @param upper upper end of that
 */
public record Spread(double sd, double lower, double upper) {

    /**
     * Of a number that has these values.
     *
     * @param weights of the values, which sum to 1
     * @param level probability that the interval covers
     */
    static Spread of(double[] values, double[] weights, double level) {
        double[] sorted = values.clone();
        double[] shares = weights.clone();
        MathArrays.sortInPlace(sorted, shares);
        double tail = 0.5 * (1 - level);
        double sd = Math.sqrt(MixtureQuantile.spread(weights, values, new double[values.length]));
        return new Spread(sd, quantile(tail, sorted, shares), quantile(1 - tail, sorted, shares));
    }

    /** The smallest value up to which there is that probability. */
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
