package io.credence.loss;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.Moments;

/**
 * Workspace for E[log(1 + e^η)] and its derivatives over many rows, to 1e-11: narrow rows are grouped by Gauss–Hermite
 * rule for the kernel, and wide ones go to its scale mixture of probits, which costs as much as some 25 nodes whatever
 * the width.
 */
final class Softplus {

    private static final int MOST_NODES = 21;
    private static final int WIDE = narrowRules();

    private final double[] mean;
    private final double[] sd;
    private final int[] order;
    private final Moments grouped;

    Softplus(int capacity) {
        mean = new double[capacity];
        sd = new double[capacity];
        order = new int[capacity];
        grouped = Moments.ofCapacity(capacity);
    }

    /** {@code out} for η_i ~ N(means[i] + shift, variances[i]). */
    void expect(DenseKernel kernel, double[] means, double[] variances, double shift, int rows, Moments out) {
        int[] begins = group(means, variances, shift, rows);
        for (int rule = 0; rule < WIDE; rule++) {
            int count = begins[rule + 1] - begins[rule];
            if (count > 0) {
                QuadratureRule nodes = QuadratureRule.at(rule);
                kernel.softplus(mean, sd, begins[rule], count, nodes.nodes(), nodes.weights(), grouped);
            }
        }
        if (begins[WIDE] < rows) {
            kernel.expectedSoftplus(mean, sd, begins[WIDE], rows - begins[WIDE], grouped);
        }
        for (int i = 0; i < rows; i++) {
            out.value()[order[i]] = grouped.value()[i];
            out.slope()[order[i]] = grouped.slope()[i];
            out.curvature()[order[i]] = grouped.curvature()[i];
        }
    }

    private static int narrowRules() {
        int rule = 0;
        while (QuadratureRule.at(rule).nodes().length <= MOST_NODES) {
            rule++;
        }
        return rule;
    }

    /** Sorts rows by rule number, stably; returns where each group begins, and the end. */
    private int[] group(double[] means, double[] variances, double shift, int rows) {
        int[] begins = new int[QuadratureRule.indices() + 1];
        for (int i = 0; i < rows; i++) {
            begins[QuadratureRule.index(Math.sqrt(variances[i])) + 1]++;
        }
        for (int g = 0; g + 1 < begins.length; g++) {
            begins[g + 1] += begins[g];
        }
        int[] next = begins.clone();
        for (int i = 0; i < rows; i++) {
            double deviation = Math.sqrt(variances[i]);
            int at = next[QuadratureRule.index(deviation)]++;
            order[at] = i;
            mean[at] = means[i] + shift;
            sd[at] = deviation;
        }
        return begins;
    }
}
