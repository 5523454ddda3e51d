package io.credence.autodiff;

import org.hipparchus.CalculusFieldElement;
import org.hipparchus.analysis.differentiation.UnivariateDerivative2;
import org.hipparchus.util.Binary64;

/**
 * Logarithms of the regularised incomplete gamma functions P(a, x) and 1 − P(a, x), in both tails, for numbers of any
 * type.
 */
final class GammaCdf {
    // Below x = a + 1 the series of P, above it the continued fraction of 1 − P (Abramowitz and Stegun 6.5.29, 6.5.31),
    // each with as many terms as the root of the shape. Both are positive, so that logarithms lose no digits.

    private static final double HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);
    /** Shape from which Stirling's series replaces the gamma function. */
    private static final double LARGE = 10;
    /** Number in place of infinity, whose third power is still a number. */
    private static final double HUGE = 1e90;

    private GammaCdf() {}

    static double logLower(double a, double x) {
        return logLower(new Binary64(a), new Binary64(x)).getReal();
    }

    static double logUpper(double a, double x) {
        return logUpper(new Binary64(a), new Binary64(x)).getReal();
    }

    /** Derivative of log P(a, x) in a, of order 1 or 2. */
    static double lowerDerivative(int order, double a, double x) {
        UnivariateDerivative2 shape = new UnivariateDerivative2(a, 1, 0);
        return logLower(shape, shape.newInstance(x)).getPartialDerivative(order);
    }

    /** Derivative of log(1 − P(a, x)) in a, of order 1 or 2. */
    static double upperDerivative(int order, double a, double x) {
        UnivariateDerivative2 shape = new UnivariateDerivative2(a, 1, 0);
        return logUpper(shape, shape.newInstance(x)).getPartialDerivative(order);
    }

    /** Logarithm log P(a, x) for a > 0 and x > 0. */
    static <T extends CalculusFieldElement<T>> T logLower(T a, T x) {
        return isBelow(a, x) ? logSeries(a, x) : SpecialFunctions.logComplement(logFraction(a, x));
    }

    /** Logarithm log(1 − P(a, x)) for a > 0 and x > 0. */
    static <T extends CalculusFieldElement<T>> T logUpper(T a, T x) {
        return isBelow(a, x) ? SpecialFunctions.logComplement(logSeries(a, x)) : logFraction(a, x);
    }

    private static <T extends CalculusFieldElement<T>> boolean isBelow(T a, T x) {
        return x.getReal() < a.getReal() + 1;
    }

    /** Logarithm of x^a e^(−x) / Γ(a). */
    private static <T extends CalculusFieldElement<T>> T logWeight(T a, T x) {
        if (a.getReal() < LARGE) {
            return a.multiply(x.log()).subtract(x).subtract(SpecialFunctions.logGamma(a));
        }
        T rise = x.subtract(a).divide(a);
        T log = rise.getReal() < -0.5 ? x.divide(a).log() : rise.log1p();
        T z = a.square().reciprocal();
        T rest = z.multiply(1 / 1188.0).negate().add(1 / 1680.0);
        rest = z.multiply(rest).negate().add(1 / 1260.0);
        rest = z.multiply(rest).negate().add(1 / 360.0);
        rest = z.multiply(rest).negate().add(1 / 12.0).divide(a);
        return a.multiply(log.subtract(rise))
                .add(a.log().multiply(0.5))
                .subtract(HALF_LOG_TWO_PI)
                .subtract(rest);
    }

    private static <T extends CalculusFieldElement<T>> T logSeries(T a, T x) {
        T term = a.newInstance(1);
        T sum = term;
        Convergence terms = new Convergence();
        for (int k = 1; terms.goesOn(term.getReal() / sum.getReal()); k++) {
            term = term.multiply(x).divide(a.add(k));
            sum = sum.add(term);
        }
        return logWeight(a, x).subtract(a.log()).add(sum.log());
    }

    /** Continued fraction by Lentz's method. */
    private static <T extends CalculusFieldElement<T>> T logFraction(T a, T x) {
        T b = x.add(1).subtract(a);
        T d = b.reciprocal();
        T c = b.newInstance(HUGE);
        T h = d;
        T change = d;
        Convergence terms = new Convergence();
        for (int k = 1; terms.goesOn(change.getReal() - 1); k++) {
            T over = a.subtract(k).multiply(k);
            b = b.add(2);
            d = over.multiply(d).add(b).reciprocal();
            c = b.add(over.divide(c));
            change = c.multiply(d);
            h = h.multiply(change);
        }
        return logWeight(a, x).add(h.log());
    }
}
