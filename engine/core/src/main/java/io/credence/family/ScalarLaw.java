package io.credence.family;

import io.credence.autodiff.Polygamma;
import io.credence.linalg.NormalTail;
import java.io.Serializable;
import org.apache.commons.math3.special.Gamma;

/**
 * The distribution of one unbounded number z: an exponential family in two positive natural parameters, log f = a T₁(z) + b T₂(z) − A(a, b),
 * which is concave in z with its mode at log(a/b). Its free parameters are l = log(a/b), where it is, and the logarithm c of how concentrated it is.
 */
interface ScalarLaw extends Serializable {

    /** The first natural parameter. */
    double a();

    /** The second natural parameter. */
    double b();

    /** The law of the same kind with other natural parameters, both positive. */
    ScalarLaw withNatural(double first, double second);

    /** c. */
    double concentration();

    /** The law of the same kind with those free parameters. */
    ScalarLaw withFree(double location, double concentration);

    /** ∂(a, b)/∂(l, c), row-major. */
    double[] jacobian();

    /** Information of (l, c), row-major. */
    double[] information();

    double mean();

    double variance();

    /** T₁ and T₂. */
    double[] statistics(double z);

    /** E T = ∇A. */
    double[] expected();

    /** A. */
    double logNormalizer();

    /** ∂T₁/∂z = u, not negative, and ∂T₂/∂z = −r, not positive; ∂r/∂z = ru. */
    double[] statisticSlopes(double z);

    /** κ in ∂u/∂z = −κru. */
    double turn();

    /** ∂ log f/∂z = au − br. */
    default double slope(double z) {
        double[] slopes = statisticSlopes(z);
        return a() * slopes[0] + b() * slopes[1];
    }

    /** log f at the mode. */
    double peak();

    /** T₁ and T₂ at that distance above the mode, less those at the mode, without the cancellation of large parameters. */
    double[] statisticsFromMode(double offset);

    /** ∂² log f/∂z² at the mode, negative. */
    double curvature();

    /** log f. */
    default double logDensity(double z) {
        double[] t = statistics(z);
        return a() * t[0] + b() * t[1] - logNormalizer();
    }

    /** l, which is the mode. */
    default double location() {
        return Math.log(a() / b());
    }

    /** exp(x) − 1, in less time than {@link Math#expm1} where nothing cancels. */
    static double expm1(double x) {
        return Math.abs(x) < 0.5 ? Math.expm1(x) : Math.exp(x) - 1;
    }

    /** log(1 + x), in less time than {@link Math#log1p} where nothing cancels. */
    static double log1p(double x) {
        return Math.abs(x) < 0.5 ? Math.log1p(x) : Math.log(1 + x);
    }

    /** x log x − x − log Γ(x), log f of z = log x, x ~ Gamma(x, 1), at its mode. */
    static double peakOfShape(double x) {
        if (x < 10) {
            return x * Math.log(x) - x - Gamma.logGamma(x);
        }
        return 0.5 * Math.log(x) - NormalTail.HALF_LOG_2_PI - Polygamma.stirling(x);
    }

    /** x² ψ′(x) − x, which tends to ½: the information of the logarithm of a gamma's shape where its mean is held. */
    static double ofLogShape(double x) {
        if (x < 20) {
            return x * x * Polygamma.of(1, x) - x;
        }
        double z = 1 / (x * x);
        return 0.5 + (1 / 6.0 - z * (1 / 30.0 - z * (1 / 42.0 - z * (1 / 30.0 - z * 5 / 66.0)))) / x;
    }
}
