package io.credence.divergence;

/**
 * Checks of the orders of divergences, and functions that keep their precision near order 1. Every divergence tends to
 * the Kullback–Leibler divergence there.
 */
final class OrderChecks {

    private OrderChecks() {}

    static void requirePositive(String what, double value) {
        if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(what + " must be positive and finite but was " + value);
        }
    }

    /**
     * Refuses numbers at which a formula divides by zero and has no limit.
     *
     * @param forbidden number that is refused besides non-finite ones
     */
    static void requireNotEqual(String what, double forbidden, double value) {
        if (!Double.isFinite(value) || value == forbidden) {
            throw new IllegalArgumentException(
                    what + " must be finite and different from " + forbidden + " but was " + value);
        }
    }

    /** Ratio log(1 + x)/x, 1 at 0. */
    static double logRatio(double x) {
        return x == 0 ? 1 : Math.log1p(x) / x;
    }

    /** Ratio (eˣ − 1)/x, 1 at 0. */
    static double expRatio(double x) {
        return x == 0 ? 1 : Math.expm1(x) / x;
    }

    /** Difference quotient (e^{z + cu} − e^z)/c, also where c is tiny or 0. */
    static double expDifference(double z, double c, double u) {
        double x = c * u;
        return Math.abs(x) < 1 ? Math.exp(z) * u * expRatio(x) : (Math.exp(z + x) - Math.exp(z)) / c;
    }
}
