package io.credence.family;

import io.credence.linalg.NormalTail;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegrator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegratorFactory;

/**
 * A standard normal number ε as a number z of a {@link ScalarLaw}, F(z) = Φ(ε), with its derivatives in the law's natural parameters.
 */
final class ScalarQuantile {
    // Both need integrals over the tail on the side of ε, relative to the density at z, so that no digit is lost far
    // out. The log density is concave: Gauss–Legendre from z to the mode and from there to where e⁻⁴⁰ of the density is
    // left errs by rounding. The logarithm of the tail is concave as well, so that Newton's steps for it converge from
    // one side, whatever the start.

    private static final GaussIntegrator RULE = new GaussIntegratorFactory().legendre(64);
    private static final double DROP = 40;
    private static final int MOST_STEPS = 60;

    private final ScalarLaw law;
    private final double mode;
    private final double width;
    private final double logNormalizer;
    private final double[] expected;

    ScalarQuantile(ScalarLaw law) {
        this.law = law;
        this.mode = law.location();
        this.width = 1 / Math.sqrt(-law.curvature());
        this.logNormalizer = law.logNormalizer();
        this.expected = law.expected();
    }

    private double logDensity(double[] statistics) {
        return law.a() * statistics[0] + law.b() * statistics[1] - logNormalizer;
    }

    private double logDensity(double z) {
        return logDensity(law.statistics(z));
    }

    /** z. */
    double at(double epsilon) {
        double side = epsilon < 0 ? -1 : 1;
        double required = NormalTail.logCdf(-Math.abs(epsilon));
        double z = mode + epsilon * width;
        for (int i = 0; i < MOST_STEPS; i++) {
            double tail = tail(z, side)[0];
            double excess = logDensity(z) + Math.log(tail) - required;
            z += side * excess * tail;
            if (Math.abs(excess * tail) < 1e-9 * width) {
                break;
            }
        }
        return z;
    }

    /** ∂z/∂(a, b) where F(z) = Φ(ε) stays the same. */
    double[] derivatives(double epsilon, double z) {
        double side = epsilon < 0 ? -1 : 1;
        double[] tail = tail(z, side);
        return new double[] {side * tail[1], side * tail[2]};
    }

    /** Integrals of f, f ∂log f/∂a and f ∂log f/∂b from z on to that side, over f(z). */
    private double[] tail(double z, double side) {
        double[] sums = new double[3];
        double base = logDensity(z);
        double ahead = side * (mode - z);
        double peak = z + side * Math.max(0, ahead);
        if (ahead > 0) {
            add(mode, -side * ahead, base, sums);
        }
        double top = logDensity(peak);
        double length = width;
        while (top - logDensity(peak + side * length) < DROP) {
            length *= 2;
        }
        while (top - logDensity(peak + side * 0.5 * length) > DROP) {
            length *= 0.5;
        }
        add(peak, side * length, base, sums);
        return sums;
    }

    /** From there on, over {@code reach} to its side: nodes are dense near the mode, where the density turns. */
    private void add(double from, double reach, double base, double[] sums) {
        for (int k = 0; k < RULE.getNumberOfPoints(); k++) {
            double root = 0.5 * (1 + RULE.getPoint(k));
            double[] statistics = law.statistics(from + reach * root * root);
            double share = Math.abs(reach) * RULE.getWeight(k) * root * Math.exp(logDensity(statistics) - base);
            sums[0] += share;
            sums[1] += share * (statistics[0] - expected[0]);
            sums[2] += share * (statistics[1] - expected[1]);
        }
    }
}
