package io.credence.statistics;

import org.apache.commons.math3.util.MathArrays;

/**
 * Weighted values with a distribution function that is linear between the middles of its steps.
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
     * The quantile of the given probability, interpolated between two values. Their cumulative weights, up to the
     * middle of each step, enclose the probability.
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
}
