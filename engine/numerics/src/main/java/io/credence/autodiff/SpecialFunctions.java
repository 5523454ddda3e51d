package io.credence.autodiff;

import org.apache.commons.math3.special.Beta;
import org.hipparchus.CalculusFieldElement;
import org.hipparchus.analysis.differentiation.Derivative;

/**
 * Special functions for likelihoods, of numbers of any type. Under recording each is one operation, like {@code log()};
 * functions of other libraries read values and cannot be recorded. Derivatives are supported up to the second order.
 */
public final class SpecialFunctions {

    private static final double TWO_OVER_ROOT_PI = 2 / Math.sqrt(Math.PI);
    private static final double ROOT_HALF = Math.sqrt(0.5);

    private SpecialFunctions() {}

    /** Log-gamma function log Γ(x), of positive numbers. */
    public static <T extends CalculusFieldElement<T>> T logGamma(T x) {
        double at = realPart(x);
        return applyOperation(Operation.LOG_GAMMA, 0, x, Polygamma.of(0, at), Polygamma.of(1, at));
    }

    /** Digamma function ψ(x), the derivative of log Γ, of positive numbers. */
    public static <T extends CalculusFieldElement<T>> T digamma(T x) {
        return polygamma(0, x);
    }

    /** Trigamma function, the derivative of ψ, of positive numbers. */
    public static <T extends CalculusFieldElement<T>> T trigamma(T x) {
        return polygamma(1, x);
    }

    private static <T extends CalculusFieldElement<T>> T polygamma(int order, T x) {
        double at = realPart(x);
        return applyOperation(Operation.POLYGAMMA, order, x, Polygamma.of(order + 1, at), Polygamma.of(order + 2, at));
    }

    /**
     * Log-beta function log B(a, b) of positive numbers. It avoids the cancellation of the sum log Γ(a) + log Γ(b) −
     * log Γ(a + b).
     */
    public static <T extends CalculusFieldElement<T>> T logBeta(T a, T b) {
        if (a instanceof RecordingNumber first && b instanceof RecordingNumber second) {
            return castToTypeOf(a, first.record(Operation.LOG_BETA, second));
        }
        T sum = logGamma(a).add(logGamma(b)).subtract(logGamma(a.add(b)));
        return sum.add(Beta.logBeta(a.getReal(), b.getReal()) - sum.getReal());
    }

    /** Error function erf(x). */
    public static <T extends CalculusFieldElement<T>> T erf(T x) {
        double slope = TWO_OVER_ROOT_PI * Math.exp(-realPart(x) * realPart(x));
        return applyOperation(Operation.ERF, 0, x, slope, -2 * realPart(x) * slope);
    }

    /** Complementary error function 1 − erf(x), accurate where it is small. */
    public static <T extends CalculusFieldElement<T>> T erfc(T x) {
        double slope = -TWO_OVER_ROOT_PI * Math.exp(-realPart(x) * realPart(x));
        return applyOperation(Operation.ERFC, 0, x, slope, -2 * realPart(x) * slope);
    }

    /** Standard normal distribution function Φ(x). */
    public static <T extends CalculusFieldElement<T>> T normalCdf(T x) {
        return erfc(x.multiply(-ROOT_HALF)).multiply(0.5);
    }

    /** Logarithm log Φ(x), accurate for every x. */
    public static <T extends CalculusFieldElement<T>> T logNormalCdf(T x) {
        double slope = Operation.INVERSE_MILLS.of(realPart(x), 0);
        return applyOperation(Operation.LOG_NORMAL_CDF, 0, x, slope, -slope * (realPart(x) + slope));
    }

    /** Value of a number; NaN under recording. */
    private static <T extends CalculusFieldElement<T>> double realPart(T x) {
        return x instanceof RecordingNumber ? Double.NaN : x.getReal();
    }

    /**
     * A special function applied to a number of any type.
     *
     * @param b second argument of the operation
     * @param derivatives first and second derivative at the number's value
     */
    private static <T extends CalculusFieldElement<T>> T applyOperation(
            Operation operation, double b, T x, double... derivatives) {
        if (x instanceof RecordingNumber recorded) {
            return castToTypeOf(x, operation.isUnary() ? recorded.record(operation) : recorded.record(operation, b));
        }
        double value = operation.of(x.getReal(), b);
        if (!(x instanceof Derivative<?> number)) {
            return x.newInstance(value);
        }
        int order = number.getOrder();
        if (order > derivatives.length) {
            throw new IllegalArgumentException("special functions have derivatives up to order " + derivatives.length
                    + ": required numbers of no higher one, found " + order);
        }
        double[] taylor = new double[order + 1];
        taylor[0] = value;
        System.arraycopy(derivatives, 0, taylor, 1, order);
        return castToTypeOf(x, number.compose(taylor));
    }

    /** The given number as a number of the type of x. */
    @SuppressWarnings("unchecked")
    private static <T extends CalculusFieldElement<T>> T castToTypeOf(T x, Object number) {
        return (T) x.getClass().cast(number);
    }
}
