package io.credence.family.law;

import io.credence.autodiff.Polygamma;
import io.credence.linalg.NormalTail;
import java.io.Serializable;
import org.hipparchus.special.Gamma;

/**
 * Distribution of one unbounded number z, from an exponential family with two positive natural parameters. Its log
 * density log f = a T₁(z) + b T₂(z) − A(a, b) is concave in z with its mode at log(a/b). Its free parameters are the
 * location l = log(a/b) and the log concentration c.
 */
public interface ScalarLaw extends Serializable {

    /** First natural parameter. */
    double a();

    /** Second natural parameter. */
    double b();

    /** Law of the same kind with other natural parameters, both positive. */
    ScalarLaw withNatural(double first, double second);

    /** Log concentration c. */
    double logConcentration();

    /** Law of the same kind with the given free parameters. */
    ScalarLaw withFree(double location, double concentration);

    /** Jacobian ∂(a, b)/∂(l, c), row-major. */
    double[] jacobian();

    /** Fisher information of (l, c), row-major. */
    double[] information();

    double mean();

    double variance();

    /** Sufficient statistics T₁ and T₂ at z. */
    double[] statistics(double z);

    /** Expected statistics E T = ∇A. */
    double[] expectedStatistics();

    /** Log normaliser A. */
    double logNormalizer();

    /** Derivatives of the statistics in z: ∂T₁/∂z = u, not negative, and ∂T₂/∂z = −r, not positive; ∂r/∂z = ru. */
    double[] statisticSlopes(double z);

    /** Constant κ in ∂u/∂z = −κru. */
    double curvatureRatio();

    /** Derivative of the log density in z, a ∂T₁/∂z + b ∂T₂/∂z. */
    default double logDensitySlope(double z) {
        double[] slopes = statisticSlopes(z);
        return a() * slopes[0] + b() * slopes[1];
    }

    /** Log density at the mode. */
    double logDensityAtMode();

    /**
     * Statistics T₁ and T₂ at a distance above the mode, less those at the mode, without the cancellation of large
     * parameters.
     */
    double[] statisticsFromMode(double offset);

    /** Second derivative ∂² log f/∂z² of the log density at the mode, negative. */
    double curvature();

    /** Log density log f(z). */
    default double logDensity(double z) {
        double[] t = statistics(z);
        return a() * t[0] + b() * t[1] - logNormalizer();
    }

    /** Location l, which is the mode. */
    default double location() {
        return Math.log(a() / b());
    }

    /** Value of exp(x) − 1, in less time than {@link Math#expm1} where nothing cancels. */
    static double expm1(double x) {
        return Math.abs(x) < 0.5 ? Math.expm1(x) : Math.exp(x) - 1;
    }

    /** Value of log(1 + x), in less time than {@link Math#log1p} where nothing cancels. */
    static double log1p(double x) {
        return Math.abs(x) < 0.5 ? Math.log1p(x) : Math.log(1 + x);
    }

    /** Log density x log x − x − log Γ(x) of z = log x, x ~ Gamma(x, 1), at its mode. */
    static double logGammaPeak(double x) {
        if (x < 10) {
            return x * Math.log(x) - x - Gamma.logGamma(x);
        }
        return 0.5 * Math.log(x) - NormalTail.HALF_LOG_2_PI - Polygamma.stirlingRemainder(x);
    }

    /** Fisher information of the logarithm of a gamma's shape at a fixed mean, x² ψ′(x) − x. It tends to ½. */
    static double logShapeInformation(double x) {
        if (x < 20) {
            return x * x * Polygamma.of(1, x) - x;
        }
        double z = 1 / (x * x);
        return 0.5 + (1 / 6.0 - z * (1 / 30.0 - z * (1 / 42.0 - z * (1 / 30.0 - z * 5 / 66.0)))) / x;
    }
}
