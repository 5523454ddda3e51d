package io.credence.predict;

import io.credence.statistics.WeightedSample;

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
        double tail = 0.5 * (1 - level);
        double sd = Math.sqrt(MixtureQuantile.variance(weights, values, new double[values.length]));
        WeightedSample sample = WeightedSample.of(values, weights);
        return new Uncertainty(sd, sample.lowerQuantile(tail), sample.lowerQuantile(1 - tail));
    }
}
