package io.credence.linalg;

import org.apache.commons.math3.special.Erf;

/** The standard normal distribution function where it is small. */
public final class NormalTail {

    private static final double HALF_LOG_2_PI = 0.5 * Math.log(2 * Math.PI);
    private static final double TAIL = -5;
    private static final int FRACTION_TERMS = 80;

    private NormalTail() {}

    /** log Φ(z), accurate for every z. */
    public static double logCdf(double z) {
        if (z > TAIL) {
            return z > 0 ? Math.log1p(-0.5 * Erf.erfc(z / Math.sqrt(2))) : Math.log(0.5 * Erf.erfc(-z / Math.sqrt(2)));
        }
        return -0.5 * z * z - HALF_LOG_2_PI - Math.log(-z + fraction(-z));
    }

    /** φ(z)/Φ(z). */
    public static double inverseMills(double z) {
        if (z > TAIL) {
            return Math.exp(-0.5 * z * z - HALF_LOG_2_PI - logCdf(z));
        }
        return -z + fraction(-z);
    }

    /** φ(z)/Φ(z) + z, which is positive, without the cancellation of that sum in the tail. */
    public static double inverseMillsExcess(double z) {
        return z > TAIL ? inverseMills(z) + z : fraction(-z);
    }

    /** 1/(t + 2/(t + 3/(t + …))): the rest of Laplace's continued fraction for φ(t)/Φ(−t) = t + 1/(t + 2/(t + …)). */
    private static double fraction(double t) {
        double rest = 0;
        for (int k = FRACTION_TERMS; k >= 1; k--) {
            rest = k / (t + rest);
        }
        return rest;
    }
}
