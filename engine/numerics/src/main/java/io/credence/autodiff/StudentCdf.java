package io.credence.autodiff;

import org.hipparchus.CalculusFieldElement;
import org.hipparchus.analysis.differentiation.UnivariateDerivative2;
import org.hipparchus.util.Binary64;

/** Logarithm of the distribution function of Student's t, in both tails, for numbers of any type. */
final class StudentCdf {

    private StudentCdf() {}

    static double log(double t, double degrees) {
        return log(new Binary64(t), new Binary64(degrees)).getReal();
    }

    /** Derivative in the degrees of freedom, of order 1 or 2. */
    static double derivative(int order, double t, double degrees) {
        UnivariateDerivative2 number = new UnivariateDerivative2(degrees, 1, 0);
        return log(number.newInstance(t), number).getPartialDerivative(order);
    }

    /** Logarithm of P(T ≤ t), by P(|T| > t) = I(ν/(ν + t²); ν/2, ½). */
    static <T extends CalculusFieldElement<T>> T log(T t, T degrees) {
        if (t.getReal() == 0) {
            // Exact in t to the second order, since the density has no slope at 0
            T density = SpecialFunctions.logBeta(degrees.multiply(0.5), degrees.newInstance(0.5))
                    .negate()
                    .exp()
                    .divide(degrees.sqrt());
            return density.multiply(t).add(0.5).log();
        }
        T odds = degrees.log().subtract(t.abs().log().multiply(2));
        T tail = BetaCdf.log(odds, degrees.multiply(0.5), degrees.newInstance(0.5))
                .add(Math.log(0.5));
        return t.getReal() < 0 ? tail : SpecialFunctions.logComplement(tail);
    }
}
