package io.credence.quadrature;

import org.hipparchus.special.Erf;

/** Expectations of max(x, 0)^n for x ~ N(mean, sd²). Expectations of losses with corners are composed of them. */
public final class NormalRamp {

    private NormalRamp() {}

    /** Probability P(x > 0); one half where x is certainly 0. */
    public static double probabilityPositive(double mean, double sd) {
        return sd > 0 ? 0.5 * Erf.erfc(-mean / (sd * Math.sqrt(2))) : mean > 0 ? 1 : mean < 0 ? 0 : 0.5;
    }

    /** Density of x at 0; 0 where x is certain. */
    public static double densityAtZero(double mean, double sd) {
        double z = mean / sd;
        return sd > 0 ? Math.exp(-0.5 * z * z) / (Math.sqrt(2 * Math.PI) * sd) : 0;
    }

    /** Expectation E max(x, 0). */
    public static double expectedRamp(double mean, double sd) {
        return Math.max(0, mean * probabilityPositive(mean, sd) + sd * sd * densityAtZero(mean, sd));
    }

    /** Expectation ½ E max(x, 0)². */
    public static double expectedHalfSquaredRamp(double mean, double sd) {
        double variance = sd * sd;
        return Math.max(
                0,
                0.5
                        * ((mean * mean + variance) * probabilityPositive(mean, sd)
                                + mean * variance * densityAtZero(mean, sd)));
    }
}
