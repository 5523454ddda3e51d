package io.credence.autodiff;

/**
 * Digamma function ψ and its derivatives, of positive numbers, to rounding. ψ and ψ′ of Commons Math 3.6 are up to 3e-9
 * and 3e-12 off below 49: the last term of its series has the wrong sign.
 */
public final class Polygamma {
    // Up to LARGE by ψₙ(x) = ψₙ(x + 1) − (−1)ⁿ n!/xⁿ⁺¹, from there on by the series of Abramowitz and Stegun 6.3.18
    // and 6.4.11, whose first term left out is below 1e-16 of the whole for the orders that densities need.

    private static final double LARGE = 20;
    /** Bernoulli numbers B₂, B₄, … */
    private static final double[] BERNOULLI = {
        1 / 6.0, -1 / 30.0, 1 / 42.0, -1 / 30.0, 5 / 66.0, -691 / 2730.0, 7 / 6.0, -3617 / 510.0
    };

    private Polygamma() {}

    /**
     * Polygamma function ψₙ(x), the derivative of order n of ψ; NaN where x is not positive.
     *
     * @param order order n, from 0
     */
    public static double of(int order, double x) {
        if (!(x > 0)) {
            return Double.NaN;
        }
        double sign = order % 2 == 0 ? -1 : 1;
        double factorial = 1;
        for (int k = 2; k <= order; k++) {
            factorial *= k;
        }
        double shifted = 0;
        double at = x;
        for (; at < LARGE; at++) {
            shifted += factorial / Math.pow(at, order + 1);
        }
        return sign * (shifted + asymptoticSeries(order, factorial, at));
    }

    /**
     * Difference ψ(x + rise) − ψ(x), to full relative precision however small it is compared with ψ(x).
     *
     * @param x positive
     * @param rise not negative
     */
    public static double digammaDifference(double x, double rise) {
        double sum = 0;
        double at = x;
        for (; at < LARGE; at++) {
            sum += rise / (at * (at + rise));
        }
        double other = at + rise;
        // Of x⁻²ᵏ − y⁻²ᵏ = (x⁻² − y⁻²) times a sum of products, so that nothing cancels.
        double one = 1 / (at * at);
        double two = 1 / (other * other);
        double products = 1;
        double power = 1;
        double rest = 0;
        for (int k = 1; k <= BERNOULLI.length; k++) {
            rest += BERNOULLI[k - 1] / (2 * k) * products;
            power *= two;
            products = one * products + power;
        }
        return sum + Math.log1p(rise / at) + 0.5 * rise / (at * other) + rest * rise * (at + other) * one * two;
    }

    /** Remainder log Γ(x) − (x − ½) log x + x − ½ log 2π of Stirling's formula, by its series for x of at least 10. */
    public static double stirlingRemainder(double x) {
        double z = 1 / (x * x);
        return (1 / 12.0 - z * (1 / 360.0 - z * (1 / 1260.0 - z * (1 / 1680.0 - z / 1188.0)))) / x;
    }

    /** Asymptotic series of (−1)ⁿ⁺¹ ψₙ at a large number. */
    private static double asymptoticSeries(int order, double factorial, double x) {
        double power = Math.pow(x, -order);
        double sum = order == 0 ? -Math.log(x) : factorial / order * power;
        sum += 0.5 * factorial * power / x;
        double rising = factorial;
        double square = x * x;
        double term = power;
        for (int k = 1; k <= BERNOULLI.length; k++) {
            // (2k + n − 1)! / (2k)!
            rising = k == 1
                    ? factorial * (order + 1) / 2
                    : rising * (2 * k + order - 1) * (2 * k + order - 2) / (2 * k * (2 * k - 1.0));
            term /= square;
            sum += BERNOULLI[k - 1] * rising * term;
        }
        return sum;
    }
}
