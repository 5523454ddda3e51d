package io.credence.quadrature;

import java.util.ArrayList;
import java.util.List;
import org.hipparchus.analysis.integration.gauss.HermiteRuleFactory;
import org.hipparchus.util.Pair;

/**
 * Quadrature rule of nodes and weights for the expectation of a function of a standard normal variable.
 *
 * @param nodes nodes z_k
 * @param weights weights w_k, which sum to 1
 */
public record QuadratureRule(double[] nodes, double[] weights) {
    // Gauss–Hermite with n nodes is used up to the standard deviation at which its error on softplus and its
    // derivatives reaches 1e-11 (found by comparison with a fine trapezoid). Beyond, the trapezoid on an analytic
    // function converges geometrically: with step h in z and singularities π/s away its error is exp(−2π²/(h s)), so
    // h = 0.55/s.

    private static final double[] LIMITS = {0, 0.032, 0.14, 0.37, 0.62, 0.82, 1.07};
    private static final int[] COUNTS = {1, 3, 5, 9, 15, 21, 31};
    private static final double TRAPEZOID_STEP = 0.55;
    private static final double TRAPEZOID_REACH = 9.2;
    private static final int MAX_TRAPEZOID_NODES = 20_000;
    /** Source of the rules alone: the library's factory of all integrators first computes constants to 40 digits. */
    private static final HermiteRuleFactory HERMITE = new HermiteRuleFactory();

    private static final List<QuadratureRule> RULES = gaussHermite();

    /**
     * The cheapest rule whose error is about 1e-11 for a softplus-like function of N(m, sd²).
     *
     * @param sd standard deviation in units of the function's width: distance of its nearest complex singularity over π
     */
    public static QuadratureRule forWidth(double sd) {
        return forWidth(sd, MAX_TRAPEZOID_NODES);
    }

    /** The cheapest rule with at most {@code mostNodes} nodes of a trapezoid, where many of them cost too much. */
    static QuadratureRule forWidth(double sd, int mostNodes) {
        int index = index(sd);
        return index < RULES.size() ? RULES.get(index) : trapezoid(sd, mostNodes);
    }

    /** Index of the rule for {@code sd}; all standard deviations beyond the table share the last index. */
    public static int index(double sd) {
        int index = 0;
        while (index < LIMITS.length && !(sd <= LIMITS[index])) {
            index++;
        }
        return index;
    }

    /** Number of rules, for ranges of the standard deviation that {@link #index} numbers. */
    public static int ruleCount() {
        return LIMITS.length + 1;
    }

    /** The rule with the given index, which must not be the last. */
    public static QuadratureRule at(int index) {
        return RULES.get(index);
    }

    /** The Gauss–Hermite rule with {@code count} nodes: exact for polynomials of degree 2·count − 1. */
    public static QuadratureRule gaussHermite(int count) {
        Pair<double[], double[]> rule = HERMITE.getRule(count);
        double[] nodes = new double[count];
        double[] weights = new double[count];
        for (int k = 0; k < count; k++) {
            nodes[k] = Math.sqrt(2) * rule.getFirst()[k];
            weights[k] = rule.getSecond()[k];
        }
        return normalized(nodes, weights);
    }

    private static List<QuadratureRule> gaussHermite() {
        List<QuadratureRule> rules = new ArrayList<>();
        for (int count : COUNTS) {
            rules.add(gaussHermite(count));
        }
        return List.copyOf(rules);
    }

    private static QuadratureRule trapezoid(double sd, int mostNodes) {
        double required = 2 * TRAPEZOID_REACH * Math.max(sd, 1) / TRAPEZOID_STEP;
        return trapezoid((int) Math.ceil(Math.min(required, mostNodes) / 2), TRAPEZOID_REACH);
    }

    /**
     * The cheapest rule for a function that may grow as e^{growth·|z|}. Such growth moves the mass of the integrand by
     * as much.
     */
    public static QuadratureRule forGrowth(double sd, double growth) {
        if (growth <= 1) {
            return forWidth(sd);
        }
        double reach = TRAPEZOID_REACH + growth;
        double half = Math.ceil(reach * Math.max(sd, 1) / TRAPEZOID_STEP);
        return trapezoid((int) Math.min(half, MAX_TRAPEZOID_NODES), reach);
    }

    /** A trapezoid rule of 2·half + 1 equidistant nodes from −reach to reach. */
    static QuadratureRule trapezoid(int half, double reach) {
        double[] nodes = new double[2 * half + 1];
        double[] weights = new double[2 * half + 1];
        for (int k = 0; k < nodes.length; k++) {
            nodes[k] = reach * (k - half) / half;
            weights[k] = Math.exp(-0.5 * nodes[k] * nodes[k]);
        }
        return normalized(nodes, weights);
    }

    private static QuadratureRule normalized(double[] nodes, double[] weights) {
        double sum = 0;
        for (double weight : weights) {
            sum += weight;
        }
        for (int k = 0; k < weights.length; k++) {
            weights[k] /= sum;
        }
        return new QuadratureRule(nodes, weights);
    }
}
