package io.credence.loss;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.Moments;
import java.util.Arrays;

/**
 * Zeros among counts that may be inflated by zeros, under η ~ N(m, V): the expectation of −log(e^{η_2} + p(0 | η_1)), one row after
 * the other. Given η_1 it is a softplus of the normal η_2 − g, g = log p(0 | η_1); over η_1 it is taken by nodes.
 */
final class ZeroRow {
    // f = −g − log(1 + e^{η_2 − g}) is singular where η_2 − g = ±iπ. Of η_1 that is e^{η_1} = −η_2 ± iπ for a Poisson
    // law, whose distance
    // from the real line is the angle of that number; a negative binomial's is not nearer. What η_2 varies given η_1
    // smooths it.

    private static final int MOST_NODES = 401;
    /** Beyond, a count is never 0, and the row's share of the counts in a zero is no number but 0. */
    static final double LEAST_LOG = -1e4;

    private final ZeroInflatedLoss loss;
    private final DenseKernel kernel;
    private final Chunk chunk;
    private final double[] root = new double[4];
    private final double[] mean = new double[MOST_NODES + 2];
    private final double[] variance = new double[mean.length];
    private final double[] zeros = new double[3 * mean.length];
    private final Softplus softplus = new Softplus(mean.length);
    private final Moments inner = Moments.ofCapacity(mean.length);

    ZeroRow(ZeroInflatedLoss loss, DenseKernel kernel, Chunk chunk) {
        this.loss = loss;
        this.kernel = kernel;
        this.chunk = chunk;
    }

    /** Adds the expectations to those of row {@code i}, and the values at each dispersion to their totals. */
    void add(int i) {
        SoftmaxLoss.semidefiniteRoot(chunk.variance(), 4 * i, 2, root);
        QuadratureRule rule = QuadratureRule.forWidth(width(chunk.mean()[2 * i + 1]), MOST_NODES);
        for (int k = 0; k < loss.weights().length; k++) {
            double value = add(i, k, rule);
            if (loss.scaleTotals() > 0) {
                chunk.scaleTotals()[k] += chunk.weight()[i] * value;
            }
        }
    }

    private double width(double inflation) {
        double lowest = inflation - 3 * Math.hypot(root[2], root[3]);
        double distance = Math.atan2(Math.PI, Math.max(0, -lowest));
        double bend = root[0] * Math.PI / distance + Math.abs(root[2]);
        return Math.max(root[0], bend / Math.sqrt(1 + 0.3 * root[3] * root[3]));
    }

    /** At one dispersion; returns the value. */
    private double add(int i, int k, QuadratureRule rule) {
        int count = rule.nodes().length;
        Arrays.fill(variance, 0, count, root[3] * root[3]);
        for (int a = 0; a < count; a++) {
            double z = rule.nodes()[a];
            loss.zero(k, chunk.mean()[2 * i] + root[0] * z, zeros, 3 * a);
            zeros[3 * a] = Math.max(LEAST_LOG, zeros[3 * a]);
            mean[a] = chunk.mean()[2 * i + 1] + root[2] * z - zeros[3 * a];
        }
        softplus.expect(kernel, mean, variance, 0, count, inner);
        double total = 0;
        double share = loss.weights()[k];
        for (int a = 0; a < count; a++) {
            double value = rule.weights()[a] * (zeros[3 * a] + inner.value()[a]);
            total -= value;
            addSlopes(i, share * rule.weights()[a], inner.slope()[a], inner.curvature()[a], 3 * a);
        }
        chunk.moments().value()[i] += share * total;
        return total;
    }

    /**
     * Derivatives of −g − log(1 + e^{η_2 − g}).
     *
     * @param inflated share of the inflation in the zero
     * @param bend its derivative in η_2
     */
    private void addSlopes(int i, double weight, double inflated, double bend, int at) {
        Moments moments = chunk.moments();
        moments.slope()[2 * i + 1] -= weight * inflated;
        moments.curvature()[4 * i + 3] -= weight * bend;
        if (zeros[at] > LEAST_LOG) {
            double slope = zeros[at + 1];
            moments.slope()[2 * i] -= weight * (1 - inflated) * slope;
            moments.curvature()[4 * i] -= weight * (bend * slope * slope + (1 - inflated) * zeros[at + 2]);
            moments.curvature()[4 * i + 1] += weight * bend * slope;
            moments.curvature()[4 * i + 2] += weight * bend * slope;
        }
    }
}
