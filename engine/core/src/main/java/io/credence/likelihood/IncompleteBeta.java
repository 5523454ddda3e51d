package io.credence.likelihood;

import io.credence.linalg.NormalTail;
import org.hipparchus.special.Beta;
import org.hipparchus.special.Gamma;

/** Regularised incomplete beta and gamma functions, at a bounded cost for all shapes. */
final class IncompleteBeta {
    // Series and continued fractions take as many terms as the root of a shape. Where both shapes are large, cube
    // roots are all but normal (Wilson and Hilferty's of a gamma, Paulson's of a ratio of two, Abramowitz and Stegun
    // 26.5.21); where one is, the other's gamma is the limit, to the square of their ratio (Wise 1950).

    /** Least shape at which the approximation by cube roots errs by less than 1e-5. */
    private static final double CUBE_ROOTS = 1e4;
    /**
     * Least shape at which the beta function is replaced by its gamma limit, where the other shape is at most
     * {@link #CUBE_ROOTS}.
     */
    private static final double LIMIT = 1e8;

    private static final double ACCURACY = 1e-14;
    /** Largest number of terms; shapes below {@link #LIMIT} take some ten thousand. */
    private static final int MOST_TERMS = 1_000_000;

    private IncompleteBeta() {}

    /**
     * Regularised incomplete beta function I(x; a, b).
     *
     * @param rest 1 − x, to full relative precision
     */
    static double regularisedBeta(double x, double rest, double a, double b) {
        if (!(x > 0) || !(rest > 0)) {
            return x > 0 ? 1 : 0;
        }
        if (Math.min(a, b) > CUBE_ROOTS) {
            double first = Math.cbrt(b * x);
            double second = Math.cbrt(a * rest);
            return NormalTail.cdf(3
                    * (first * (1 - 1 / (9 * b)) - second * (1 - 1 / (9 * a)))
                    / Math.sqrt(first * first / b + second * second / a));
        }
        if (b > LIMIT) {
            return lowerGamma(a, -(b + 0.5 * (a - 1)) * Math.log1p(-x));
        }
        if (a > LIMIT) {
            return upperGamma(b, -(a + 0.5 * (b - 1)) * Math.log1p(-rest));
        }
        return Beta.regularizedBeta(x, a, b, ACCURACY, MOST_TERMS);
    }

    /** Lower regularised incomplete gamma function P(a, x). */
    static double lowerGamma(double a, double x) {
        if (x <= 0) {
            return 0;
        }
        if (x == Double.POSITIVE_INFINITY) {
            return 1;
        }
        if (a > CUBE_ROOTS) {
            return NormalTail.cdf(cubeRootScore(a, x));
        }
        return x > 20 * a + 200 ? 1 : Gamma.regularizedGammaP(a, x);
    }

    /** Upper regularised incomplete gamma function, 1 − P(a, x). */
    private static double upperGamma(double a, double x) {
        if (a > CUBE_ROOTS) {
            return NormalTail.cdf(-cubeRootScore(a, x));
        }
        return x > 20 * a + 700 ? 0 : Gamma.regularizedGammaQ(a, x);
    }

    private static double cubeRootScore(double a, double x) {
        double shrink = 1 / (9 * a);
        return (Math.cbrt(x / a) - 1 + shrink) / Math.sqrt(shrink);
    }
}
