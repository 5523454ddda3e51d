package io.credence.statistics;

import org.hipparchus.util.MathArrays;

/**
 * Weighted values and their quantiles.
 *
 * @param sortedValues values, ascending
 * @param weights weight of each value; they sum to 1
 */
public record WeightedSample(double[] sortedValues, double[] weights) {

    /** The sample of values in any order. */
    public static WeightedSample of(double[] values, double[] weights) {
        double[] sorted = values.clone();
        double[] own = weights.clone();
        MathArrays.sortInPlace(sorted, own);
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
