package io.credence.network.result;

import io.credence.linalg.LogSums;
import java.util.Arrays;

/**
 * Weights of a mixture of predictive distributions, from their densities at rows that none of them learned from. They
 * are the mode of their posterior under a Dirichlet(3) prior, found by expectation maximisation (Yao et al. 2018,
 * stacking by log scores).
 */
final class Stacking {

    private static final int ROUNDS = 200;
    private static final double PRIOR_ROWS = 2;

    private Stacking() {}

    /**
     * Computes the weights, which sum to 1.
     *
     * @param logs log densities, rows × components
     */
    static double[] weights(double[][] logs, int components) {
        double[] weights = new double[components];
        Arrays.fill(weights, 1.0 / components);
        for (int round = 0; round < ROUNDS; round++) {
            double[] next = new double[components];
            Arrays.fill(next, PRIOR_ROWS);
            for (double[] row : logs) {
                double[] joint = new double[components];
                for (int k = 0; k < components; k++) {
                    joint[k] = row[k] + Math.log(weights[k]);
                }
                double[] shares = LogSums.softmax(joint);
                for (int k = 0; k < components; k++) {
                    next[k] += shares[k];
                }
            }
            double sum = Arrays.stream(next).sum();
            for (int k = 0; k < components; k++) {
                weights[k] = next[k] / sum;
            }
        }
        return weights;
    }
}
