package io.credence.family;

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

    /** Information of (a, b), row-major. */
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

    /** Information of (l, c), row-major: Jᵀ I J. */
    default double[] freeInformation() {
        double[] j = jacobian();
        double[] i = information();
        double[] ij = {
            i[0] * j[0] + i[1] * j[2], i[0] * j[1] + i[1] * j[3], i[2] * j[0] + i[3] * j[2], i[2] * j[1] + i[3] * j[3]
        };
        return new double[] {
            j[0] * ij[0] + j[2] * ij[2],
            j[0] * ij[1] + j[2] * ij[3],
            j[1] * ij[0] + j[3] * ij[2],
            j[1] * ij[1] + j[3] * ij[3]
        };
    }
}
