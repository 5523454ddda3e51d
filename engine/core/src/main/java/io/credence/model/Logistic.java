package io.credence.model;

/** Logistic function 1 / (1 + exp(−a)), to full relative precision in both tails. */
final class Logistic {

    private Logistic() {}

    /** Value 1 / (1 + exp(−a)). */
    static double of(double a) {
        double tail = Math.exp(-Math.abs(a));
        return (a < 0 ? tail : 1) / (1 + tail);
    }

    /** Logarithm −log(1 + exp(−a)). */
    static double log(double a) {
        return Math.min(a, 0) - Math.log1p(Math.exp(-Math.abs(a)));
    }
}
