package io.credence.linalg;

import org.hipparchus.special.Erf;

/** The standard normal distribution function where it is small, and its inverse. */
public final class NormalTail {

    /** Constant ½ log 2π. */
    public static final double HALF_LOG_2_PI = 0.5 * Math.log(2 * Math.PI);

    /** Quantile at 95 %; that at 5 % with its sign changed. */
    public static final double QUANTILE_95 = 1.6448536269514722;

    private static final double TAIL = -5;
    /** Number of standard deviations beyond which Φ is taken as 0: Φ(−40) is below the least positive number. */
    private static final double FAR = 40;

    private static final int FRACTION_TERMS = 80;
    private static final int MOST_STEPS = 60;
    /** Step below which the remainder of a third-order step is below rounding. */
    private static final double SMALL_STEP = 1e-5;

    private NormalTail() {}

    /** Logarithm log Φ(z), accurate for every z. */
    public static double logCdf(double z) {
        if (z > TAIL) {
            return z > 0 ? Math.log1p(-0.5 * Erf.erfc(z / Math.sqrt(2))) : Math.log(0.5 * Erf.erfc(-z / Math.sqrt(2)));
        }
        return -0.5 * z * z - HALF_LOG_2_PI - Math.log(-z + continuedFraction(-z));
    }

    /**
     * Quantile: the z with Φ(z) = {@code p}, to the last digits of the smaller tail, the same bits on every machine.
     *
     * @param p probability; that of 0 is −∞, that of 1 is ∞, that of any number outside is not a number
     */
    public static double quantile(double p) {
        return NormalQuantile.at(p);
    }

    /**
     * Solves log Φ(z) = {@code log} for z, by third-order steps.
     *
     * @param near a number near the solution
     */
    public static double quantileOfLogCdf(double log, double near) {
        double z = near;
        double step = Double.POSITIVE_INFINITY;
        for (int i = 0; i < MOST_STEPS && Math.abs(step) > SMALL_STEP; i++) {
            double rest = log - logCdf(z);
            double slope = Math.exp(0.5 * z * z + HALF_LOG_2_PI + log - rest);
            double rise = 1 + z * slope;
            double third = rise * rise + slope * (slope + z * rise);
            // Newton's step alone is safe from afar, as log Φ is concave.
            step = slope * rest * (Math.abs(rest) * (1 + rise) > 0.1 ? 1 : 1 + rest * (0.5 * rise + rest * third / 6));
            z += step;
        }
        return z;
    }

    /** Inverse Mills ratio φ(z)/Φ(z). */
    public static double inverseMills(double z) {
        if (z > TAIL) {
            return Math.exp(-0.5 * z * z - HALF_LOG_2_PI - logCdf(z));
        }
        return -z + continuedFraction(-z);
    }

    /** Excess φ(z)/Φ(z) + z, which is positive, without the cancellation of that sum in the tail. */
    public static double inverseMillsExcess(double z) {
        return z > TAIL ? inverseMills(z) + z : continuedFraction(-z);
    }

    /** Ratio Φ(−z) e^{z²/2} for z ≥ 0, by Hart's rational function (West 2005), so that Φ is right to 1e-15. */
    public static double scaledTail(double z) {
        double above = 3.52624965998911e-02 * z + 0.700383064443688;
        above = above * z + 6.37396220353165;
        above = above * z + 33.912866078383;
        above = above * z + 112.079291497871;
        above = above * z + 221.213596169931;
        above = above * z + 220.206867912376;
        double below = 8.83883476483184e-02 * z + 1.75566716318264;
        below = below * z + 16.064177579207;
        below = below * z + 86.7807322029461;
        below = below * z + 296.564248779674;
        below = below * z + 637.333633378831;
        below = below * z + 793.826512519948;
        below = below * z + 440.413735824752;
        return above / below;
    }

    /** Distribution function Φ(z) to 1e-15, not relative to its size in the tail. */
    public static double cdf(double z) {
        double far = Math.min(Math.abs(z), FAR);
        double upper = Math.exp(-0.5 * far * far) * scaledTail(far);
        return z > 0 ? 1 - upper : upper;
    }

    /** Rest 1/(t + 2/(t + 3/(t + …))) of Laplace's continued fraction for φ(t)/Φ(−t) = t + 1/(t + 2/(t + …)). */
    private static double continuedFraction(double t) {
        double rest = 0;
        for (int k = FRACTION_TERMS; k >= 1; k--) {
            rest = k / (t + rest);
        }
        return rest;
    }
}
