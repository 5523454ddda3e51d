package io.credence.autodiff;

import io.credence.linalg.NormalTail;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.hipparchus.special.Beta;
import org.hipparchus.special.Erf;
import org.hipparchus.special.Gamma;
import org.hipparchus.util.FastMath;
import org.jspecify.annotations.Nullable;

/** Operation that can be recorded: an elementary or special function of one, two or three numbers. */
enum Operation {
    ADD(Double::sum),
    SUBTRACT((a, b) -> a - b),
    MULTIPLY((a, b) -> a * b),
    DIVIDE((a, b) -> a / b),
    POWER(Math::pow),
    HYPOTENUSE(Math::hypot),
    /** Angle atan2(a, b). */
    ANGLE(Math::atan2),
    /** Remainder a − n b with the whole number n nearest to a/b. */
    REMAINDER(Math::IEEEremainder),
    COPY_SIGN(Math::copySign),
    /** Product a log b, and 0 where a is 0. */
    TIMES_LOG((a, b) -> a == 0 ? 0 : a * Math.log(b)),
    SAME(a -> a),
    NEGATE(a -> -a),
    RECIPROCAL(a -> 1 / a),
    SQUARE(a -> a * a),
    SQUARE_ROOT(Math::sqrt),
    CUBE_ROOT(Math::cbrt),
    EXP(Math::exp),
    EXPM1(Math::expm1),
    LOG(Math::log),
    LOG1P(Math::log1p),
    LOG10(Math::log10),
    SINE(Math::sin),
    COSINE(Math::cos),
    TANGENT(Math::tan),
    ARC_SINE(Math::asin),
    ARC_COSINE(Math::acos),
    ARC_TANGENT(Math::atan),
    SINH(Math::sinh),
    COSH(Math::cosh),
    TANH(Math::tanh),
    AREA_SINH(FastMath::asinh),
    AREA_COSH(FastMath::acosh),
    AREA_TANH(FastMath::atanh),
    ABSOLUTE(Math::abs),
    SIGN(Math::signum),
    CEILING(Math::ceil),
    FLOOR(Math::floor),
    ROUND(Math::rint),
    ULP(Math::ulp),
    LOG_GAMMA(Gamma::logGamma),
    /** Polygamma function: the derivative of order b of the digamma function, at a. */
    POLYGAMMA((a, b) -> Polygamma.of((int) b, a)),
    LOG_BETA(Beta::logBeta),
    ERF(a -> Erf.erf(a)),
    ERFC(Erf::erfc),
    /** Logarithm log Φ of the standard normal distribution function. */
    LOG_NORMAL_CDF(NormalTail::logCdf),
    /** Inverse Mills ratio φ/Φ, the derivative of log Φ. */
    INVERSE_MILLS(NormalTail::inverseMills),
    /** Softplus log(1 + exp(a)). */
    SOFTPLUS(Logistics::softplus),
    /** Logistic function 1 / (1 + exp(−a)), the derivative of the softplus. */
    LOGISTIC(Logistics::logistic),
    /** Logarithm log(1 − exp(a)) of a complement, a < 0. */
    LOG_COMPLEMENT(Logistics::logComplement),
    MAXIMUM(Math::max),
    /** Indicator of a > b; one half where they are equal. */
    EXCEEDS((a, b) -> a > b ? 1 : a == b ? 0.5 : 0),
    /** Logarithm log P(a, b) of the regularised incomplete gamma function of shape a, its derivatives in a. */
    LOG_GAMMA_CDF(GammaCdf::logLower),
    GAMMA_CDF_SLOPE((a, b) -> GammaCdf.lowerDerivative(1, a, b)),
    GAMMA_CDF_CURVATURE((a, b) -> GammaCdf.lowerDerivative(2, a, b)),
    /** Logarithm log(1 − P(a, b)) of the upper one, its derivatives in a. */
    LOG_GAMMA_TAIL(GammaCdf::logUpper),
    GAMMA_TAIL_SLOPE((a, b) -> GammaCdf.upperDerivative(1, a, b)),
    GAMMA_TAIL_CURVATURE((a, b) -> GammaCdf.upperDerivative(2, a, b)),
    /** Logarithm of Student's distribution function at a with b degrees of freedom, its derivatives in b. */
    LOG_STUDENT_CDF(StudentCdf::log),
    STUDENT_CDF_SLOPE((a, b) -> StudentCdf.derivative(1, a, b)),
    STUDENT_CDF_CURVATURE((a, b) -> StudentCdf.derivative(2, a, b)),
    /**
     * Logarithm log I(x; b, c) of the regularised incomplete beta function at x of log odds a, its derivatives in the
     * shapes.
     */
    LOG_BETA_CDF(BetaCdf::log),
    BETA_CDF_FIRST((a, b, c) -> BetaCdf.derivative(1, 0, a, b, c)),
    BETA_CDF_SECOND((a, b, c) -> BetaCdf.derivative(0, 1, a, b, c)),
    BETA_CDF_FIRST_TWICE((a, b, c) -> BetaCdf.derivative(2, 0, a, b, c)),
    BETA_CDF_BOTH((a, b, c) -> BetaCdf.derivative(1, 1, a, b, c)),
    BETA_CDF_SECOND_TWICE((a, b, c) -> BetaCdf.derivative(0, 2, a, b, c)),
    /**
     * Factor of the Tweedie density of power b at a label of logarithm a and a log dispersion c, its derivatives in c.
     */
    TWEEDIE_FACTOR((a, b, c) -> TweedieSeries.of(b).log(a, Math.exp(c))),
    TWEEDIE_FACTOR_SLOPE((a, b, c) -> TweedieSeries.of(b).derivative(1, a, Math.exp(c))),
    TWEEDIE_FACTOR_CURVATURE((a, b, c) -> TweedieSeries.of(b).derivative(2, a, Math.exp(c)));

    private static final Operation[] ALL = values();

    private final DoubleBinaryOperator function;
    private final @Nullable OfThree ofThree;
    private final boolean unary;

    /** Function of three numbers. */
    private interface OfThree {
        double of(double a, double b, double c);
    }

    Operation(DoubleBinaryOperator function) {
        this.function = function;
        this.ofThree = null;
        this.unary = false;
    }

    Operation(DoubleUnaryOperator function) {
        this.function = (a, b) -> function.applyAsDouble(a);
        this.ofThree = null;
        this.unary = true;
    }

    Operation(OfThree function) {
        this.function = (a, b) -> Double.NaN;
        this.ofThree = function;
        this.unary = false;
    }

    static Operation of(int ordinal) {
        return ALL[ordinal];
    }

    /** Whether the second argument is ignored. */
    boolean isUnary() {
        return unary;
    }

    /** Whether the operation takes three numbers. */
    boolean isTernary() {
        return ofThree != null;
    }

    double of(double a, double b) {
        return function.applyAsDouble(a, b);
    }

    /** Result for three arguments, of which operations of fewer numbers ignore the last. */
    double of(double a, double b, double c) {
        // The arithmetic of a density costs less than a call of its function
        return switch (this) {
            case ADD -> a + b;
            case SUBTRACT -> a - b;
            case MULTIPLY -> a * b;
            case DIVIDE -> a / b;
            case NEGATE -> -a;
            case RECIPROCAL -> 1 / a;
            case SQUARE -> a * a;
            default -> ofThree == null ? function.applyAsDouble(a, b) : ofThree.of(a, b, c);
        };
    }

    DoubleBinaryOperator function() {
        return function;
    }
}
