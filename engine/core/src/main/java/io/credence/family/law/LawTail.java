package io.credence.family.law;

import java.util.Arrays;
import org.hipparchus.analysis.integration.gauss.GaussIntegrator;
import org.hipparchus.analysis.integration.gauss.LegendreRuleFactory;

/**
 * Integrals over the tails of a {@link ScalarLaw}, relative to the density at the beginning of the tail. In this form
 * no digits are lost far out.
 */
final class LawTail {
    // The log density is concave: Gauss–Legendre from z to the mode and from there to where e⁻⁴⁰ of the density is
    // left errs by rounding.

    private static final GaussIntegrator RULE = new GaussIntegrator(new LegendreRuleFactory().getRule(64));
    private static final double DROP = 40;
    private static final double SHORTER = 0.8;
    /** Distance at which integrals are divided, since both laws bend where e⁻ᶻ vanishes. */
    private static final double BEND = 40;

    private final ScalarLaw law;
    private final double width;
    private final double peak;
    /** Scores at the mode, the statistics there less their expectations. */
    private final double[] atMode;

    LawTail(ScalarLaw law) {
        this.law = law;
        this.width = 1 / Math.sqrt(-law.curvature());
        this.peak = law.logDensityAtMode();
        this.atMode = law.statistics(law.location());
        double[] expected = law.expectedStatistics();
        Arrays.setAll(atMode, i -> atMode[i] - expected[i]);
    }

    /**
     * Tail integrals beyond a point z of the density f.
     *
     * @param mass ratio ∫f/f(z)
     * @param quantileSlopeA derivative ∂z/∂a at constant ∫f
     * @param quantileSlopeB derivative ∂z/∂b at constant ∫f
     * @param logMass logarithm of ∫f
     */
    record TailIntegrals(double mass, double quantileSlopeA, double quantileSlopeB, double logMass) {}

    /** Log density log f at a distance from the mode. */
    double logDensity(double offset) {
        return peak + logDensityBelowPeak(offset);
    }

    private double logDensityBelowPeak(double offset) {
        return logDensityBelowPeak(law.statisticsFromMode(offset));
    }

    private double logDensityBelowPeak(double[] fromMode) {
        return law.a() * fromMode[0] + law.b() * fromMode[1];
    }

    /** Scores ∂log f/∂a and ∂log f/∂b at a distance from the mode. */
    double[] scores(double offset) {
        double[] fromMode = law.statisticsFromMode(offset);
        return new double[] {fromMode[0] + atMode[0], fromMode[1] + atMode[1]};
    }

    /**
     * Integrates the tail that begins at a point.
     *
     * @param offset z less the mode
     * @param side 1 for the upper tail, −1 for the lower one
     */
    TailIntegrals tailIntegrals(double offset, double side) {
        double[] sums = new double[3];
        double base = logDensityBelowPeak(offset);
        boolean peakAhead = side * offset < 0;
        if (peakAhead) {
            add(0, offset, base, sums);
        }
        double highest = peakAhead ? 0 : offset;
        double top = logDensityBelowPeak(highest);
        double length = width;
        while (top - logDensityBelowPeak(highest + side * length) < DROP) {
            length *= 2;
        }
        while (top - logDensityBelowPeak(highest + side * SHORTER * length) > DROP) {
            length *= SHORTER;
        }
        add(highest, side * length, base, sums);
        return new TailIntegrals(sums[0], side * sums[1], side * sums[2], peak + base + Math.log(sums[0]));
    }

    /**
     * Adds the integral from a point over the signed distance {@code reach}. A long way, that of a small shape, bends
     * at its beginning alone.
     */
    private void add(double from, double reach, double base, double[] sums) {
        double bend = Math.copySign(BEND, reach);
        if (Math.abs(reach) > 2 * BEND) {
            addPart(from, bend, base, sums);
            addPart(from + bend, reach - bend, base, sums);
        } else {
            addPart(from, reach, base, sums);
        }
    }

    /**
     * Adds the integral over one part. Its nodes are dense near its beginning, which is the mode or the point nearest
     * to it.
     */
    private void addPart(double from, double reach, double base, double[] sums) {
        for (int k = 0; k < RULE.getNumberOfPoints(); k++) {
            double root = 0.5 * (1 + RULE.getPoint(k));
            double offset = from + reach * root * root;
            double[] fromMode = law.statisticsFromMode(offset);
            double share = Math.abs(reach) * RULE.getWeight(k) * root * Math.exp(logDensityBelowPeak(fromMode) - base);
            sums[0] += share;
            sums[1] += share * (fromMode[0] + atMode[0]);
            sums[2] += share * (fromMode[1] + atMode[1]);
        }
    }
}
