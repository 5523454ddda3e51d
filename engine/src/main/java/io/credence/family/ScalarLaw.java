package io.credence.family;

import io.credence.autodiff.Polygamma;
import java.io.Serializable;

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

    /** ∂ log f/∂z. */
    double slope(double z);

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

    /** x² ψ′(x) − x, which tends to ½: the information of the logarithm of a gamma's shape where its mean is held. */
    static double ofLogShape(double x) {
        if (x < 20) {
            return x * x * Polygamma.of(1, x) - x;
        }
        double z = 1 / (x * x);
        return 0.5 + (1 / 6.0 - z * (1 / 30.0 - z * (1 / 42.0 - z * (1 / 30.0 - z * 5 / 66.0)))) / x;
    }
}
