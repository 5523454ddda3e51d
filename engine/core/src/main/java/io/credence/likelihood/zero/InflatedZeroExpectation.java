package io.credence.likelihood.zero;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.Softplus;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Moments;
import io.credence.quadrature.QuadratureRule;
import java.util.Arrays;

/**
 * Expectation of the loss −log(e^{η_2} + p(0 | η_1)) of zeros among zero-inflated counts, under η ~ N(m, V). Rows are
 * taken one after the other. Given η_1 the loss is a softplus of the normal u = η_2 − g, g = log p(0 | η_1), or of −u:
 * −g − log(1 + e^u) where m_2 ≤ 0, else −η_2 − log(1 + e^{−u}), since large terms would not cancel to the last digit.
 * The expectation over η_1 is taken by nodes.
 */
final class InflatedZeroExpectation {
    // log(1 + e^{g − η_2}) is singular where g − η_2 = ±iπ. For a Poisson law that is e^{η_1} = −η_2 ± iπ, whose
    // distance from the real line of η_1 is the angle of that number; a negative binomial's is not nearer. What η_2
    // varies given η_1 smooths it.

    private static final int CAPACITY = 256;
    private static final double GRADED_FROM = 4;
    /** Largest u; beyond, the probability that a zero is one of the counts is 0 in double precision. */
    static final double LARGEST = 1e4;

    private final ZeroInflatedLoss loss;
    private final DenseKernel kernel;
    private final PredictorChunk chunk;
    private final double[] centre = new double[2];
    private final double[] root = new double[4];
    private final double[] mean = new double[CAPACITY];
    private final double[] variance = new double[mean.length];
    private final double[] zeros = new double[3 * mean.length];
    private final boolean[] counts = new boolean[mean.length];
    private final Softplus softplus = new Softplus(mean.length);
    private final Moments inner = Moments.ofCapacity(mean.length);

    InflatedZeroExpectation(ZeroInflatedLoss loss, DenseKernel kernel, PredictorChunk chunk) {
        this.loss = loss;
        this.kernel = kernel;
        this.chunk = chunk;
    }

    /** Adds the expectations to the moments of row {@code i}, and the values at each dispersion to their totals. */
    void add(int i) {
        System.arraycopy(chunk.predictorMeans(), 2 * i, centre, 0, 2);
        Cholesky.semidefiniteRoot(chunk.predictorCovariances(), 4 * i, 2, root);
        double width = integrandWidth();
        for (int k = 0; k < loss.zeroProbability().dispersionWeights().length; k++) {
            QuadratureRule rule = width > GRADED_FROM
                    ? new InflatedZeroNodes(loss.zeroProbability(), k, centre, root).toRule()
                    : QuadratureRule.forWidth(width);
            double value = add(i, k, rule);
            chunk.moments().value()[i] += loss.zeroProbability().dispersionWeights()[k] * value;
            if (loss.dispersionTotalCount() > 0) {
                chunk.dispersionTotals()[k] += chunk.weight()[i] * value;
            }
        }
    }

    /**
     * Adds the derivatives of row {@code i} at value {@code k} of the dispersion, and returns the expected loss there.
     */
    private double add(int i, int k, QuadratureRule rule) {
        double value = 0;
        for (int from = 0; from < rule.nodes().length; from += CAPACITY) {
            value -= add(i, k, rule, from, Math.min(CAPACITY, rule.nodes().length - from));
        }
        if (isLikelyInflated()) {
            chunk.moments().slope()[2 * i + 1] -= loss.zeroProbability().dispersionWeights()[k];
            value -= centre[1];
        }
        return value;
    }

    private boolean isLikelyInflated() {
        return centre[1] > 0;
    }

    private double integrandWidth() {
        double lowest = centre[1] - 3 * Math.hypot(root[2], root[3]);
        double distance = Math.atan2(Math.PI, Math.max(0, -lowest));
        double bend = root[0] * Math.PI / distance + Math.abs(root[2]);
        return Math.max(root[0], bend / Math.sqrt(1 + 0.3 * root[3] * root[3]));
    }

    private double add(int i, int k, QuadratureRule rule, int from, int count) {
        int sign = isLikelyInflated() ? -1 : 1;
        double largest = LARGEST * Math.max(1, root[3]);
        Arrays.fill(variance, 0, count, root[3] * root[3]);
        for (int a = 0; a < count; a++) {
            double z = rule.nodes()[from + a];
            loss.zeroProbability().writeLogProbability(k, centre[0] + root[0] * z, zeros, 3 * a);
            double inflation = centre[1] + root[2] * z;
            zeros[3 * a] = Math.max(inflation - largest, zeros[3 * a]);
            counts[a] = zeros[3 * a] > inflation - largest;
            mean[a] = sign * (inflation - zeros[3 * a]);
        }
        softplus.expect(kernel, mean, variance, 0, count, inner);
        double total = 0;
        double share = loss.zeroProbability().dispersionWeights()[k];
        for (int a = 0; a < count; a++) {
            double weight = rule.weights()[from + a];
            double slope = inner.slope()[a];
            total += weight * (isLikelyInflated() ? inner.value()[a] : zeros[3 * a] + inner.value()[a]);
            chunk.moments().slope()[2 * i + 1] -= sign * share * weight * slope;
            addSlopes(i, share * weight, isLikelyInflated() ? slope : 1 - slope, inner.curvature()[a], a);
        }
        return total;
    }

    /**
     * Adds the derivatives of −g − log(1 + e^u), except the slope in η_2.
     *
     * @param counted probability that the zero is one of the counts
     * @param bend derivative of that probability in g
     */
    private void addSlopes(int i, double weight, double counted, double bend, int node) {
        Moments moments = chunk.moments();
        moments.curvature()[4 * i + 3] -= weight * bend;
        if (counts[node]) {
            double slope = zeros[3 * node + 1];
            moments.slope()[2 * i] -= weight * counted * slope;
            moments.curvature()[4 * i] -= weight * (bend * slope * slope + counted * zeros[3 * node + 2]);
            moments.curvature()[4 * i + 1] += weight * bend * slope;
            moments.curvature()[4 * i + 2] += weight * bend * slope;
        }
    }
}
