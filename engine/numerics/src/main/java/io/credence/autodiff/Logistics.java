package io.credence.autodiff;

/** Logistic function, softplus and logarithms of complements, to full relative precision in both tails. */
final class Logistics {

    private static final double LOG_HALF = Math.log(0.5);

    private Logistics() {}

    /** Softplus log(1 + exp(a)). */
    static double softplus(double a) {
        return Math.max(a, 0) + Math.log1p(Math.exp(-Math.abs(a)));
    }

    /** Logistic function 1 / (1 + exp(−a)). */
    static double logistic(double a) {
        double tail = Math.exp(-Math.abs(a));
        return (a < 0 ? tail : 1) / (1 + tail);
    }

    /** Logarithm log(1 − exp(a)) for a ≤ 0; NaN for others. */
    static double logComplement(double a) {
        return a > LOG_HALF ? Math.log(-Math.expm1(a)) : Math.log1p(-Math.exp(a));
    }
}
