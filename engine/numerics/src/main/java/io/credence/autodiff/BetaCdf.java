package io.credence.autodiff;

import org.hipparchus.CalculusFieldElement;
import org.hipparchus.analysis.differentiation.DSFactory;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.hipparchus.util.Binary64;

/**
 * Logarithm of the regularised incomplete beta function I(x; a, b), in both tails, for numbers of any type. Its
 * argument is given by the log odds w = log x − log(1 − x), which lose no digits at either end.
 */
final class BetaCdf {
    // Continued fraction of Abramowitz and Stegun 26.5.8 below the mean, by Lentz's method; above it, that of the
    // complement, I(x; a, b) = 1 − I(1 − x; b, a).

    private static final DSFactory SHAPES = new DSFactory(2, 2);

    private BetaCdf() {}

    static double log(double w, double a, double b) {
        return log(new Binary64(w), new Binary64(a), new Binary64(b)).getReal();
    }

    /** Derivative in the shapes, of the given order in each. */
    static double derivative(int first, int second, double w, double a, double b) {
        DerivativeStructure shape = SHAPES.variable(0, a);
        return log(shape.newInstance(w), shape, SHAPES.variable(1, b)).getPartialDerivative(first, second);
    }

    /** Logarithm log I(x; a, b) at x of log odds w, for a > 0 and b > 0. */
    static <T extends CalculusFieldElement<T>> T log(T w, T a, T b) {
        T logX = SpecialFunctions.softplus(w.negate()).negate();
        T logRest = SpecialFunctions.softplus(w).negate();
        double mean = (a.getReal() + 1) / (a.getReal() + b.getReal() + 2);
        return Logistics.logistic(w.getReal()) < mean
                ? logFraction(logX, logRest, a, b)
                : SpecialFunctions.logComplement(logFraction(logRest, logX, b, a));
    }

    private static <T extends CalculusFieldElement<T>> T logFraction(T logX, T logRest, T a, T b) {
        T x = logX.exp();
        T sum = a.add(b);
        T c = a.newInstance(1);
        T d = sum.multiply(x).divide(a.add(1)).negate().add(1).reciprocal();
        T h = d;
        T change = d;
        Convergence terms = new Convergence();
        for (int m = 1; terms.goesOn(m == 1 ? 1 : change.getReal() - 1); m++) {
            T odd = a.add(2.0 * m);
            T over =
                    b.subtract(m).multiply(m).multiply(x).divide(odd.subtract(1).multiply(odd));
            d = over.multiply(d).add(1).reciprocal();
            c = over.divide(c).add(1);
            h = h.multiply(c.multiply(d));
            over = a.add(m)
                    .multiply(sum.add(m))
                    .multiply(x)
                    .divide(odd.multiply(odd.add(1)))
                    .negate();
            d = over.multiply(d).add(1).reciprocal();
            c = over.divide(c).add(1);
            change = c.multiply(d);
            h = h.multiply(change);
        }
        return a.multiply(logX)
                .add(b.multiply(logRest))
                .subtract(SpecialFunctions.logBeta(a, b))
                .subtract(a.log())
                .add(h.log());
    }
}
