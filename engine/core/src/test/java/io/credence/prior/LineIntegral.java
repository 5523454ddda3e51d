package io.credence.prior;

import java.util.function.DoubleUnaryOperator;

/** Integrals over the real line by the trapezoidal rule in the logarithm of the distance from a centre. */
final class LineIntegral {
    private static final double STEP = 1 / 32.0;

    private LineIntegral() {}

    /** ∫ f du; f may have a kink at {@code centre} and tails as heavy as |u|^{−1.3}. */
    static double of(double centre, DoubleUnaryOperator f) {
        double sum = 0;
        for (double log = -45; log <= 120; log += STEP) {
            double distance = Math.exp(log);
            sum += STEP * distance * (f.applyAsDouble(centre + distance) + f.applyAsDouble(centre - distance));
        }
        return sum;
    }

    /** ∫ f du for an f that is smooth and falls off exponentially. */
    static double smooth(DoubleUnaryOperator f) {
        double sum = 0;
        for (double u = -60; u <= 60; u += STEP) {
            sum += STEP * f.applyAsDouble(u);
        }
        return sum;
    }
}
