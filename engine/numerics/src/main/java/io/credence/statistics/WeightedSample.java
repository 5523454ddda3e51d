package io.credence.statistics;

import io.credence.linalg.Vectors;

/**
 * Weighted values and their quantiles.
 *
 * @param sortedValues values, ascending
 * @param weights weight of each value; they sum to 1
 */
public record WeightedSample(double[] sortedValues, double[] weights) {

    /** The sample of values in any order. */
    public static WeightedSample of(double[] values, double[] weights) {
        int[] order = Vectors.sortedIndices(values.length, i -> values[i]);
        double[] sorted = new double[order.length];
        double[] own = new double[order.length];
        for (int i = 0; i < order.length; i++) {
            sorted[i] = values[order[i]];
            own[i] = weights[order[i]];
        }
        return new WeightedSample(sorted, own);
    }

    /**
     * The quantile of the given probability under a distribution function that is linear between the middles of its
     * steps. It is interpolated between two values whose cumulative weights, up to the middle of each step, enclose the
     * probability.
     */
    public double quantile(double probability) {
        double before = 0;
        double last = 0;
        for (int s = 0; s < sortedValues.length; s++) {
            double middle = before + 0.5 * weights[s];
            if (middle >= probability) {
                if (s == 0) {
                    return sortedValues[0];
                }
                double share = (probability - last) / (middle - last);
                return sortedValues[s - 1] + share * (sortedValues[s] - sortedValues[s - 1]);
            }
            last = middle;
            before += weights[s];
        }
        return sortedValues[sortedValues.length - 1];
    }

    /** Smallest value at which the cumulative weight reaches a probability: the distribution function as steps. */
    public double lowerQuantile(double probability) {
        double sum = 0;
        for (int s = 0; s < sortedValues.length; s++) {
            sum += weights[s];
            if (sum >= probability) {
                return sortedValues[s];
            }
        }
        return sortedValues[sortedValues.length - 1];
    }
}
