package io.credence.loss;

import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.random.HaltonSequenceGenerator;

/** Weighted points that stand for a standard normal vector of a few dimensions. */
final class NormalNodes {

    private static final ConcurrentHashMap<Integer, NormalNodes> BY_DIMENSION = new ConcurrentHashMap<>();
    private static final int[] PRODUCT_COUNTS = {0, 31, 21, 15};
    private static final int PAIRS = 256;

    private final double[][] points;
    private final double[] weights;

    private NormalNodes(double[][] points, double[] weights) {
        this.points = points;
        this.weights = weights;
    }

    /** Product Gauss–Hermite up to three dimensions; beyond, 512 antithetic Halton draws. */
    static NormalNodes ofDimension(int dimension) {
        return BY_DIMENSION.computeIfAbsent(dimension, d -> d < PRODUCT_COUNTS.length ? product(d) : lowDiscrepancy(d));
    }

    int count() {
        return weights.length;
    }

    double at(int node, int dimension) {
        return points[node][dimension];
    }

    double weight(int node) {
        return weights[node];
    }

    private static NormalNodes product(int dimension) {
        QuadratureRule rule = QuadratureRule.gaussHermite(PRODUCT_COUNTS[dimension]);
        int n = rule.nodes().length;
        int count = (int) Math.round(Math.pow(n, dimension));
        double[][] points = new double[count][dimension];
        double[] weights = new double[count];
        for (int s = 0; s < count; s++) {
            weights[s] = 1;
            for (int a = 0, rest = s; a < dimension; a++, rest /= n) {
                points[s][a] = rule.nodes()[rest % n];
                weights[s] *= rule.weights()[rest % n];
            }
        }
        return new NormalNodes(points, weights);
    }

    private static NormalNodes lowDiscrepancy(int dimension) {
        HaltonSequenceGenerator halton = new HaltonSequenceGenerator(dimension);
        halton.skipTo(1);
        NormalDistribution normal = new NormalDistribution(null, 0, 1);
        double[][] points = new double[2 * PAIRS][dimension];
        double[] weights = new double[2 * PAIRS];
        for (int s = 0; s < PAIRS; s++) {
            double[] uniform = halton.nextVector();
            for (int a = 0; a < dimension; a++) {
                points[2 * s][a] = normal.inverseCumulativeProbability(uniform[a]);
                points[2 * s + 1][a] = -points[2 * s][a];
            }
        }
        java.util.Arrays.fill(weights, 1.0 / (2 * PAIRS));
        return new NormalNodes(points, weights);
    }
}
