package io.credence.autodiff;

/**
 * Exponentials and logarithms of columns, to 2 units in the last place. Polynomials are evaluated in loops of their own
 * without branches, which are vectorised; a second loop applies exponents and handles arguments beyond the normal
 * range.
 */
final class Exponentials {

    private static final double LOG_2 = Math.log(2);
    private static final double PER_LOG_2 = 1 / LOG_2;
    /** High part of log 2: its last 21 bits are cleared, so that its products with exponents are exact. */
    private static final double HIGH = Double.longBitsToDouble(Double.doubleToRawLongBits(LOG_2) & -1L << 21);
    /** Low part of log 2: log 2 less its high part, to more digits than a double of log 2 has. */
    private static final double LOW = LOG_2 - HIGH + 2.3190468138462996e-17;
    /** Number whose addition leaves the nearest whole number in the last bits. */
    private static final double ROUNDING = 0x1.8p52;

    private static final double EXP_RANGE = 708;
    private static final long ROOT_OF_HALF = Double.doubleToRawLongBits(Math.sqrt(0.5));

    private Exponentials() {}

    /** Computes exp(x) = 2^k exp(r) with |r| below log(2)/2, by its Taylor series to order 13. */
    static void expEach(double[] x, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            double k = x[i] * PER_LOG_2 + ROUNDING - ROUNDING;
            double r = x[i] - k * HIGH - k * LOW;
            double sum = 1 / 39916800.0 + r * (1 / 479001600.0 + r * (1 / 6227020800.0));
            sum = 1 / 40320.0 + r * (1 / 362880.0 + r * (1 / 3628800.0 + r * sum));
            sum = 1 / 120.0 + r * (1 / 720.0 + r * (1 / 5040.0 + r * sum));
            sum = 0.5 + r * (1 / 6.0 + r * (1 / 24.0 + r * sum));
            out[i] = 1 + (r + r * r * sum);
        }
        for (int i = 0; i < n; i++) {
            long k = Double.doubleToRawLongBits(x[i] * PER_LOG_2 + ROUNDING);
            double power = Double.longBitsToDouble(k + 1023 << 52);
            out[i] = Math.abs(x[i]) < EXP_RANGE ? out[i] * power : Math.exp(x[i]);
        }
    }

    /** Computes log(x) = k log 2 + log(m) with m between √½ and √2. */
    static void log(double[] x, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = fraction(x[i]);
        }
        logOfFraction(out, n);
        for (int i = 0; i < n; i++) {
            double k = exponent(x[i]);
            out[i] = isNormal(x[i]) ? k * HIGH + (out[i] + k * LOW) : Math.log(x[i]);
        }
    }

    /** Computes log(1 + x) = log(u) + (x − (u − 1))/u, where u is 1 + x as rounded. */
    static void log1p(double[] x, double[] out, int n) {
        for (int i = 0; i < n; i++) {
            out[i] = fraction(1 + x[i]);
        }
        logOfFraction(out, n);
        for (int i = 0; i < n; i++) {
            double u = 1 + x[i];
            double k = exponent(u);
            double lost = (x[i] - (u - 1)) / u;
            out[i] = isNormal(u) ? k * HIGH + (out[i] + (k * LOW + lost)) : Math.log1p(x[i]);
        }
    }

    private static boolean isNormal(double x) {
        return x >= Double.MIN_NORMAL && x <= Double.MAX_VALUE;
    }

    private static long exponent(double x) {
        return Double.doubleToRawLongBits(x) - ROOT_OF_HALF >> 52;
    }

    private static double fraction(double x) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(x) - (exponent(x) << 52));
    }

    /** Computes log(m) = 2 artanh(s) with s = (m − 1)/(m + 1), by its Taylor series to order 21. */
    private static void logOfFraction(double[] m, int n) {
        for (int i = 0; i < n; i++) {
            double s = (m[i] - 1) / (m[i] + 1);
            double z = s * s;
            double sum = 2 / 17.0 + z * (2 / 19.0 + z * (2 / 21.0));
            sum = 2 / 11.0 + z * (2 / 13.0 + z * (2 / 15.0 + z * sum));
            sum = 2 / 5.0 + z * (2 / 7.0 + z * (2 / 9.0 + z * sum));
            m[i] = 2 * s + s * z * (2 / 3.0 + z * sum);
        }
    }
}
