package io.credence.likelihood;

/**
 * Logarithm of the gamma function with xψ(x) and x²ψ′(x), which stay finite where x vanishes. All three come from one
 * recurrence.
 */
public final class ScaledLogGamma {
    // Γ(x + 1) = xΓ(x) up to LARGE; from there on Stirling's series (Abramowitz and Stegun 6.1.41) and its derivatives,
    // of which the first terms left out are below 1e-15.

    private static final double LARGE = 10;
    private static final double HALF_LOG_TWO_PI = 0.91893853320467274178;
    /** Bernoulli numbers B₂, B₄, …. */
    private static final double[] BERNOULLI = {
        1 / 6.0, -1 / 30.0, 1 / 42.0, -1 / 30.0, 5 / 66.0, -691 / 2730.0, 7 / 6.0, -3617 / 510.0
    };

    private ScaledLogGamma() {}

    /** Writes log Γ(x), xψ(x) and x²ψ′(x) of a number x ≥ 0 into {@code out[0..2]}. */
    public static void writeDerivatives(double x, double[] out) {
        double product = 1;
        double first = 0;
        double second = 0;
        double at = x;
        for (; at < LARGE; at++) {
            double share = x == 0 && at == 0 ? 1 : x / at;
            product *= at;
            first += share;
            second += share * share;
        }
        double inverse = 1 / at;
        double square = inverse * inverse;
        double power = inverse;
        double value = 0;
        double slope = 0;
        double curvature = 0;
        for (int k = 0; k < BERNOULLI.length; k++) {
            double term = BERNOULLI[k] * power;
            value += term / ((2 * k + 2) * (2 * k + 1));
            slope += term * inverse / (2 * k + 2);
            curvature += term * square;
            power *= square;
        }
        double log = Math.log(at);
        out[0] = (at - 0.5) * log - at + HALF_LOG_TWO_PI + value - Math.log(product);
        out[1] = x * (log - 0.5 * inverse - slope) - first;
        out[2] = x * x * (inverse + 0.5 * square + curvature) + second;
    }
}
