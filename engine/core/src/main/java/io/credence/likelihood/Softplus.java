package io.credence.likelihood;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.Moments;
import io.credence.quadrature.QuadratureRule;

/**
 * Workspace for E[log(1 + e^η)] and its derivatives over many rows, to 1e-11. Narrow rows are grouped by Gauss–Hermite
 * rule for the kernel. Wide ones are taken by a scale mixture of probits, which costs as much as some 25 nodes whatever
 * the width.
 */
public final class Softplus {

    private static final int MOST_NODES = 21;
    private static final int WIDE = narrowRules();

    private final double[] mean;
    private final double[] sd;
    private final double[] groupedMean;
    private final double[] groupedSd;
    private final int[] order;
    private final Moments grouped;

    public Softplus(int capacity) {
        mean = new double[capacity];
        sd = new double[capacity];
        groupedMean = new double[capacity];
        groupedSd = new double[capacity];
        order = new int[capacity];
        grouped = Moments.ofCapacity(capacity);
    }

    /**
     * Writes expected value, slope and curvature of log(1 + e^{η_i}) for η_i ~ N(means[i] + shift, variances[i]) into
     * {@code out}.
     */
    public void expect(DenseKernel kernel, double[] means, double[] variances, double shift, int rows, Moments out) {
        for (int i = 0; i < rows; i++) {
            mean[i] = means[i] + shift;
            sd[i] = Math.sqrt(variances[i]);
        }
        int[] begins = groupStarts(rows);
        int only = singleRuleIndex(begins, rows);
        if (only >= 0) {
            expect(kernel, only, mean, sd, 0, rows, out);
            return;
        }
        sortByRule(begins, rows);
        for (int rule = 0; rule <= WIDE; rule++) {
            int end = rule < WIDE ? begins[rule + 1] : rows;
            if (end > begins[rule]) {
                expect(kernel, rule, groupedMean, groupedSd, begins[rule], end - begins[rule], grouped);
            }
        }
        for (int i = 0; i < rows; i++) {
            out.value()[order[i]] = grouped.value()[i];
            out.slope()[order[i]] = grouped.slope()[i];
            out.curvature()[order[i]] = grouped.curvature()[i];
        }
    }

    private static void expect(
            DenseKernel kernel, int rule, double[] means, double[] sds, int begin, int rows, Moments out) {
        if (rule < WIDE) {
            QuadratureRule nodes = QuadratureRule.at(rule);
            kernel.softplus(means, sds, begin, rows, nodes.nodes(), nodes.weights(), out);
        } else {
            kernel.expectedSoftplus(means, sds, begin, rows, out);
        }
    }

    /** Positions at which the rows of each rule begin once they are grouped, and the end. */
    private int[] groupStarts(int rows) {
        int[] begins = new int[QuadratureRule.ruleCount() + 1];
        for (int i = 0; i < rows; i++) {
            begins[QuadratureRule.index(sd[i]) + 1]++;
        }
        for (int g = 0; g + 1 < begins.length; g++) {
            begins[g + 1] += begins[g];
        }
        return begins;
    }

    /** Number of the one rule of all rows, or −1 where they have several. */
    private static int singleRuleIndex(int[] begins, int rows) {
        for (int rule = 0; rule < WIDE; rule++) {
            if (begins[rule + 1] > begins[rule]) {
                return begins[rule + 1] - begins[rule] == rows ? rule : -1;
            }
        }
        return WIDE;
    }

    private static int narrowRules() {
        int rule = 0;
        while (QuadratureRule.at(rule).nodes().length <= MOST_NODES) {
            rule++;
        }
        return rule;
    }

    /** Sorts rows by rule number, stably. */
    private void sortByRule(int[] begins, int rows) {
        int[] next = begins.clone();
        for (int i = 0; i < rows; i++) {
            int at = next[QuadratureRule.index(sd[i])]++;
            order[at] = i;
            groupedMean[at] = mean[i];
            groupedSd[at] = sd[i];
        }
    }
}
