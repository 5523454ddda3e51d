package io.credence.quadrature;

import io.credence.linalg.NormalTail;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.hipparchus.random.HaltonSequenceGenerator;

/** Quadrature nodes for a standard normal vector of a few dimensions. */
public final class NormalNodes {

    /** Largest dimension in which a product rule is used. */
    static final int MAX_PRODUCT_DIMENSION = 3;

    private static final Map<List<Integer>, NormalNodes> KNOWN = new ConcurrentHashMap<>();
    private static final int[] MOST_PER_DIMENSION = {0, 2001, 401, 41};
    private static final int PAIRS = 256;

    private final double[][] points;
    private final double[] weights;

    private NormalNodes(double[][] points, double[] weights) {
        this.points = points;
        this.weights = weights;
    }

    /**
     * Nodes for softplus-like functions of variables with standard deviations up to {@code sd}. They are a product of
     * one-dimensional rules up to three dimensions, and 512 antithetic Halton draws beyond.
     */
    public static NormalNodes forWidth(int dimension, double sd) {
        if (dimension > MAX_PRODUCT_DIMENSION) {
            return KNOWN.computeIfAbsent(List.of(dimension), key -> haltonRule(dimension));
        }
        // Widths are rounded up to powers of two beyond 1, so that few rules are ever made.
        double rounded = sd <= 1 ? sd : Math.scalb(1.0, Math.getExponent(sd) + 1);
        QuadratureRule rule = QuadratureRule.forWidth(rounded, MOST_PER_DIMENSION[dimension]);
        return KNOWN.computeIfAbsent(List.of(dimension, rule.nodes().length), key -> product(rule, dimension));
    }

    public int count() {
        return weights.length;
    }

    public double coordinate(int node, int dimension) {
        return points[node][dimension];
    }

    public double weight(int node) {
        return weights[node];
    }

    private static NormalNodes product(QuadratureRule rule, int dimension) {
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

    private static NormalNodes haltonRule(int dimension) {
        HaltonSequenceGenerator halton = new HaltonSequenceGenerator(dimension);
        halton.skipTo(1);
        double[][] points = new double[2 * PAIRS][dimension];
        double[] weights = new double[2 * PAIRS];
        for (int s = 0; s < PAIRS; s++) {
            double[] uniform = halton.nextVector();
            for (int a = 0; a < dimension; a++) {
                points[2 * s][a] = NormalTail.quantile(uniform[a]);
                points[2 * s + 1][a] = -points[2 * s][a];
            }
        }
        java.util.Arrays.fill(weights, 1.0 / (2 * PAIRS));
        return new NormalNodes(points, weights);
    }
}
