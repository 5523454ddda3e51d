package io.credence.likelihood.zero;

import io.credence.likelihood.count.ZeroProbability;
import io.credence.quadrature.CompositeRule;
import io.credence.quadrature.QuadratureRule;
import io.credence.quadrature.SoftmaxNodes;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;

/**
 * Quadrature nodes for the expectation of log(1 + e^{−u}) of a wide row of zeros. The nodes are over z, with u = η_2 −
 * g(η_1), g = log p(0 | η_1), η_1 = m_1 + a z and η_2 = m_2 + c z + r ε. They are dense where u is 0, where g sets in
 * and as far as u is not so large that nothing is left.
 */
final class InflatedZeroNodes {
    // log(1 + e^{−u}) is singular at odd multiples of ±iπ of u, which what ε smooths moves away, and u is convex in z.
    // Where −g is of the size of that distance, an eighth to a quarter of the circle of e^{η_1} leads there. Factors
    // below 1 were found by comparison with a fine trapezoid: values are good to 1e-12 of their size, slopes to 1e-8,
    // curvatures to 1e-7.

    /**
     * Largest allowance for the growth e^{a z} of the integrand, which shifts its mass by a. A larger a occurs only
     * where e^{η_2} caps the growth before.
     */
    private static final double MOST_GROWTH = 4;
    // Where u is certainly that large, log(1 + e^{−u}) is nothing.
    private static final double LARGE = 40;
    private static final double LARGE_NOISE = 9;
    private static final int HALVINGS = 50;
    private static final int MOST_BENDS = 5;

    private final ZeroProbability counts;
    private final int dispersion;
    private final double[] mean;
    private final double[] root;
    private final double distance;
    private final double large;
    private final double[] zero = new double[3];
    private final double[] centres = new double[MOST_BENDS];
    private final double[] widths = new double[MOST_BENDS];
    private final double reach;
    private final double lowest;
    private int bends;

    /**
     * Prepares the nodes of one row.
     *
     * @param dispersion number of the dispersion's value
     * @param mean m_1, m_2
     * @param root a, 0, c, r
     */
    InflatedZeroNodes(ZeroProbability counts, int dispersion, double[] mean, double[] root) {
        this.counts = counts;
        this.dispersion = dispersion;
        this.mean = mean;
        this.root = root;
        double noise = root[3];
        // A wave of frequency ω in u is damped by πω for the singularity and by r²ω²/2 for ε.
        distance = 0.5 * (Math.PI + Math.sqrt(Math.PI * Math.PI + 2 * SoftmaxNodes.EXPONENT * noise * noise));
        large = LARGE + LARGE_NOISE * noise;
        reach = CompositeRule.REACH + Math.min(root[0], MOST_GROWTH);
        lowest = lowestPoint();
    }

    QuadratureRule toRule() {
        double quarter = 0.5 * Math.PI / root[0];
        double end = inflationLogOdds(lowest) < large && inflationLogOdds(reach) > large
                ? zeroCrossing(z -> inflationLogOdds(z) - large, lowest, reach)
                : reach;
        if (end < reach) {
            addBend(end, 0.8 * quarter);
        }
        double countsSetIn = zeroCrossing(z -> -distance - logZeroProbability(z), -reach, reach);
        if (countsSetIn < end) {
            addBend(countsSetIn, 0.6 * quarter);
        }
        OptionalDouble own = counts.singularity(dispersion);
        if (own.isPresent()) {
            addBend((own.getAsDouble() - mean[0]) / root[0], 2 * quarter);
        }
        if (root[2] < 0) {
            addBend(leftCrossing(), distance / -root[2]);
        }
        if (inflationLogOdds(lowest) < 0 && inflationLogOdds(end) > 0) {
            double at = zeroCrossing(this::inflationLogOdds, lowest, end);
            counts.writeLogProbability(dispersion, mean[0] + root[0] * at, zero, 0);
            addBend(at, 1 / (Math.max(0, root[2]) / distance + root[0] / Math.atan2(distance, -zero[1])));
        }
        return CompositeRule.rule(Arrays.copyOf(centres, bends), Arrays.copyOf(widths, bends), reach);
    }

    private void addBend(double centre, double away) {
        centres[bends] = centre;
        widths[bends++] = Math.PI / away;
    }

    private double logZeroProbability(double z) {
        counts.writeLogProbability(dispersion, mean[0] + root[0] * z, zero, 0);
        return zero[0];
    }

    private double inflationLogOdds(double z) {
        return mean[1] + root[2] * z - logZeroProbability(z);
    }

    private double inflationLogOddsSlope(double z) {
        counts.writeLogProbability(dispersion, mean[0] + root[0] * z, zero, 0);
        return root[2] - root[0] * zero[1];
    }

    private double lowestPoint() {
        return inflationLogOddsSlope(-reach) >= 0
                ? -reach
                : inflationLogOddsSlope(reach) <= 0 ? reach : zeroCrossing(this::inflationLogOddsSlope, -reach, reach);
    }

    private double leftCrossing() {
        if (inflationLogOdds(lowest) >= 0) {
            return lowest;
        }
        double outermost = inflationLogOdds(-reach);
        return outermost > 0 ? zeroCrossing(z -> -inflationLogOdds(z), -reach, lowest) : -reach - outermost / root[2];
    }

    /** Zero of an increasing function between two numbers, or the end beyond which it would be. */
    private static double zeroCrossing(DoubleUnaryOperator function, double from, double to) {
        double low = from;
        double high = to;
        for (int i = 0; i < HALVINGS; i++) {
            double middle = 0.5 * (low + high);
            if (function.applyAsDouble(middle) < 0) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return 0.5 * (low + high);
    }
}
