package io.credence.autodiff;

import io.credence.linalg.NormalTail;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.math3.special.Beta;
import org.apache.commons.math3.special.Erf;
import org.apache.commons.math3.special.Gamma;
import org.hipparchus.util.FastMath;

/** Operation that can be recorded: an elementary or special function of one or two numbers. */
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
    INVERSE_MILLS(NormalTail::inverseMills);

    private static final Operation[] ALL = values();

    private final DoubleBinaryOperator function;
    private final boolean unary;

    Operation(DoubleBinaryOperator function) {
        this.function = function;
        this.unary = false;
    }

    Operation(DoubleUnaryOperator function) {
        this.function = (a, b) -> function.applyAsDouble(a);
        this.unary = true;
    }

    static Operation of(int ordinal) {
        return ALL[ordinal];
    }

    /** Whether the second argument is ignored. */
    boolean isUnary() {
        return unary;
    }

    double of(double a, double b) {
        return function.applyAsDouble(a, b);
    }

    DoubleBinaryOperator function() {
        return function;
    }
}
