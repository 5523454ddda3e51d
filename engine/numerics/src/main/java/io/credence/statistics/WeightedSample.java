package io.credence.statistics;

import org.apache.commons.math3.util.MathArrays;

/**
 * Values with weights, as a distribution function that is linear between the middles of its steps.
 *
 * @param sorted the values, ascending
 * @param weights of each of them, which sum to 1
 */
public record WeightedSample(double[] sorted, double[] weights) {

    /** Of values in any order. */
    public static WeightedSample of(double[] values, double[] weights) {
        double[] sorted = values.clone();
        double[] own = weights.clone();
        MathArrays.sortInPlace(sorted, own);
        return new WeightedSample(sorted, own);
    }

    /** The quantile of that probability, between the two values whose half-way weights enclose it. */
    public double quantile(double probability) {
        double before = 0;
        double last = 0;
        for (int s = 0; s < sorted.length; s++) {
            double middle = before + 0.5 * weights[s];
            if (middle >= probability) {
                if (s == 0) {
                    return sorted[0];
                }
                double share = (probability - last) / (middle - last);
                return sorted[s - 1] + share * (sorted[s] - sorted[s - 1]);
            }
            last = middle;
            before += weights[s];
        }
        return sorted[sorted.length - 1];
    }
}
