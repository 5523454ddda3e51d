package io.credence.autodiff;

import org.hipparchus.CalculusFieldElement;
import org.hipparchus.analysis.differentiation.Derivative;
import org.hipparchus.special.Beta;

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

    /** Softplus log(1 + exp(x)). */
    public static <T extends CalculusFieldElement<T>> T softplus(T x) {
        double slope = Logistics.logistic(realPart(x));
        return applyOperation(Operation.SOFTPLUS, 0, x, slope, slope * Logistics.logistic(-realPart(x)));
    }

    /** Logistic function 1 / (1 + exp(−x)). */
    public static <T extends CalculusFieldElement<T>> T logistic(T x) {
        double below = Logistics.logistic(realPart(x));
        double above = Logistics.logistic(-realPart(x));
        return applyOperation(Operation.LOGISTIC, 0, x, below * above, below * above * (above - below));
    }

    /** Logarithm log(1 − exp(x)) of a complement, of negative numbers. */
    public static <T extends CalculusFieldElement<T>> T logComplement(T x) {
        double slope = -Math.exp(realPart(x) - Logistics.logComplement(realPart(x)));
        return applyOperation(Operation.LOG_COMPLEMENT, 0, x, slope, slope * (1 - slope));
    }

    /** The larger of two numbers; where they are equal, each has half of the derivative. */
    public static <T extends CalculusFieldElement<T>> T max(T a, T b) {
        if (a instanceof RecordingNumber first && b instanceof RecordingNumber second) {
            return castToTypeOf(a, first.record(Operation.MAXIMUM, second));
        }
        return a.getReal() == b.getReal() ? a.add(b).multiply(0.5) : a.getReal() > b.getReal() ? a : b;
    }

    /** The smaller of two numbers; where they are equal, each has half of the derivative. */
    public static <T extends CalculusFieldElement<T>> T min(T a, T b) {
        return max(a.negate(), b.negate()).negate();
    }

    /** Logarithm log(exp(a) + exp(b)), where one of the two may be the constant −∞. */
    public static <T extends CalculusFieldElement<T>> T logSumExp(T a, T b) {
        return isZeroProbability(a)
                ? b
                : isZeroProbability(b) ? a : softplus(b.subtract(a)).add(a);
    }

    private static boolean isZeroProbability(CalculusFieldElement<?> log) {
        return log instanceof RecordingNumber recorded
                ? recorded.constant() == Double.NEGATIVE_INFINITY
                : log.getReal() == Double.NEGATIVE_INFINITY;
    }

    /**
     * Logarithm of the factor of the Tweedie density that does not depend on the mean.
     *
     * @param logLabel logarithm of a positive label
     * @param power power of the variance, between 1 and 2
     */
    public static <T extends CalculusFieldElement<T>> T tweedieFactor(double logLabel, double power, T logDispersion) {
        if (logDispersion instanceof RecordingNumber c) {
            return castToTypeOf(
                    logDispersion, c.newInstance(logLabel).record(Operation.TWEEDIE_FACTOR, c.newInstance(power), c));
        }
        TweedieSeries series = TweedieSeries.of(power);
        double dispersion = Math.exp(logDispersion.getReal());
        return composed(
                logDispersion,
                series.log(logLabel, dispersion),
                series.derivative(1, logLabel, dispersion),
                series.derivative(2, logLabel, dispersion));
    }

    /** Logarithm of the regularised incomplete gamma function P(shape, x), the distribution function of a gamma. */
    public static <T extends CalculusFieldElement<T>> T logGammaCdf(T shape, T x) {
        return shape instanceof RecordingNumber first && x instanceof RecordingNumber second
                ? castToTypeOf(x, first.record(Operation.LOG_GAMMA_CDF, second))
                : GammaCdf.logLower(shape, x);
    }

    /** Logarithm of 1 − P(shape, x), the upper tail of a gamma. */
    public static <T extends CalculusFieldElement<T>> T logGammaTail(T shape, T x) {
        return shape instanceof RecordingNumber first && x instanceof RecordingNumber second
                ? castToTypeOf(x, first.record(Operation.LOG_GAMMA_TAIL, second))
                : GammaCdf.logUpper(shape, x);
    }

    /**
     * Logarithm of the regularised incomplete beta function, the distribution function of a beta.
     *
     * @param logOdds log x − log(1 − x) of its argument x; the upper tail is that of −logOdds with exchanged shapes
     */
    public static <T extends CalculusFieldElement<T>> T logBetaCdf(T logOdds, T a, T b) {
        return logOdds instanceof RecordingNumber w
                        && a instanceof RecordingNumber first
                        && b instanceof RecordingNumber second
                ? castToTypeOf(a, w.record(Operation.LOG_BETA_CDF, first, second))
                : BetaCdf.log(logOdds, a, b);
    }

    /** Logarithm of the distribution function of Student's t; the upper tail is that of −t. */
    public static <T extends CalculusFieldElement<T>> T logStudentCdf(T t, T degreesOfFreedom) {
        return t instanceof RecordingNumber first && degreesOfFreedom instanceof RecordingNumber second
                ? castToTypeOf(t, first.record(Operation.LOG_STUDENT_CDF, second))
                : StudentCdf.log(t, degreesOfFreedom);
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
        return composed(x, operation.of(x.getReal(), b), derivatives);
    }

    /** A function of a number that is not recorded, given its value and derivatives there. */
    private static <T extends CalculusFieldElement<T>> T composed(T x, double value, double... derivatives) {
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
