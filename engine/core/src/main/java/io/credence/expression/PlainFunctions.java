package io.credence.expression;

import io.credence.autodiff.SpecialFunctions;
import org.hipparchus.CalculusFieldElement;

/** Elementary and special functions that expressions call by name. */
final class PlainFunctions {

    private PlainFunctions() {}

    static <T extends CalculusFieldElement<T>> T exp(T[] a) {
        return a[0].exp();
    }

    static <T extends CalculusFieldElement<T>> T log(T[] a) {
        return a[0].log();
    }

    static <T extends CalculusFieldElement<T>> T log1p(T[] a) {
        return a[0].log1p();
    }

    static <T extends CalculusFieldElement<T>> T expm1(T[] a) {
        return a[0].expm1();
    }

    static <T extends CalculusFieldElement<T>> T sqrt(T[] a) {
        return a[0].sqrt();
    }

    static <T extends CalculusFieldElement<T>> T abs(T[] a) {
        return a[0].abs();
    }

    static <T extends CalculusFieldElement<T>> T min(T[] a) {
        T least = a[0];
        for (int k = 1; k < a.length; k++) {
            least = SpecialFunctions.min(least, a[k]);
        }
        return least;
    }

    static <T extends CalculusFieldElement<T>> T max(T[] a) {
        T largest = a[0];
        for (int k = 1; k < a.length; k++) {
            largest = SpecialFunctions.max(largest, a[k]);
        }
        return largest;
    }

    static <T extends CalculusFieldElement<T>> T logGamma(T[] a) {
        return SpecialFunctions.logGamma(a[0]);
    }

    static <T extends CalculusFieldElement<T>> T digamma(T[] a) {
        return SpecialFunctions.digamma(a[0]);
    }

    static <T extends CalculusFieldElement<T>> T logBeta(T[] a) {
        return SpecialFunctions.logBeta(a[0], a[1]);
    }

    static <T extends CalculusFieldElement<T>> T erf(T[] a) {
        return SpecialFunctions.erf(a[0]);
    }

    static <T extends CalculusFieldElement<T>> T normalCdf(T[] a) {
        return SpecialFunctions.normalCdf(a[0]);
    }

    static <T extends CalculusFieldElement<T>> T logNormalCdf(T[] a) {
        return SpecialFunctions.logNormalCdf(a[0]);
    }

    static <T extends CalculusFieldElement<T>> T logit(T[] a) {
        return logit(a[0]);
    }

    static <T extends CalculusFieldElement<T>> T logit(T share) {
        return share.log().subtract(share.negate().log1p());
    }

    static <T extends CalculusFieldElement<T>> T logistic(T[] a) {
        return SpecialFunctions.logistic(a[0]);
    }

    static <T extends CalculusFieldElement<T>> T softplus(T[] a) {
        return SpecialFunctions.softplus(a[0]);
    }

    static <T extends CalculusFieldElement<T>> T logSumExp(T[] a) {
        T sum = a[0];
        for (int k = 1; k < a.length; k++) {
            sum = SpecialFunctions.logSumExp(sum, a[k]);
        }
        return sum;
    }

    static <T extends CalculusFieldElement<T>> T logMix(T[] a) {
        return logMix(a[0], a[1], a[2]);
    }

    /** Logarithm of w e^a + (1 − w) e^b. */
    static <T extends CalculusFieldElement<T>> T logMix(T weight, T a, T b) {
        return SpecialFunctions.logSumExp(
                weighted(weight.log(), a), weighted(weight.negate().log1p(), b));
    }

    /** Sum of two logarithms, with the weight first so that a constant −∞ stays a constant. */
    private static <T extends CalculusFieldElement<T>> T weighted(T logWeight, T log) {
        return log.add(logWeight);
    }
}
