package io.credence.loss;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.Moments;

/** Workspace for E[log(1 + e^η)] and its derivatives over many rows: rows are grouped by quadrature rule for the kernel. */
final class Softplus {

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
        for (int rule = 0; rule + 1 < begins.length; rule++) {
            int begin = begins[rule];
            int end = begins[rule + 1];
            if (begin == end) {
                continue;
            }
            if (rule < QuadratureRule.indices() - 1) {
                apply(kernel, QuadratureRule.at(rule), begin, end);
            } else {
                for (int i = begin; i < end; i++) {
                    apply(kernel, QuadratureRule.forWidth(sd[i]), i, i + 1);
                }
            }
        }
        for (int i = 0; i < rows; i++) {
            out.value()[order[i]] = grouped.value()[i];
            out.slope()[order[i]] = grouped.slope()[i];
            out.curvature()[order[i]] = grouped.curvature()[i];
        }
    }

    private void apply(DenseKernel kernel, QuadratureRule rule, int begin, int end) {
        kernel.softplus(mean, sd, begin, end - begin, rule.nodes(), rule.weights(), grouped);
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
