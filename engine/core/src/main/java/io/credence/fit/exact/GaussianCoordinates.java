package io.credence.fit.exact;

import io.credence.family.GaussianPosterior;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.prior.GaussianPrior;
import io.credence.statistics.PassStatistics;
import java.io.Serializable;

/**
 * Coordinates of the Gaussians of a family in the frame of one of them, at which they are all 0: first those of the mean, then those
 * of the covariance's root, scales by logarithms. They are such that a bound whose optimum lies at the origin has a curvature near
 * 1, and 2 for logarithms.
 */
interface GaussianCoordinates extends Serializable {

    /** √½. */
    double ROOT_HALF = Math.sqrt(0.5);

    /** The Gaussian of the frame. */
    GaussianPosterior origin();

    /** Number of coordinates. */
    int length();

    /** The Gaussian at those coordinates. */
    GaussianPosterior at(double[] x);

    /** What a pass must bring home for {@link #slope}. */
    CurvatureForm form();

    /** From the sums of a pass at {@code x}, where {@code here} is. */
    Slope slope(double[] x, GaussianPosterior here, PassStatistics sums, GaussianPrior prior);

    /** The frame of another Gaussian, from the sums of a pass at it. */
    GaussianCoordinates around(GaussianPosterior here, PassStatistics sums, GaussianPrior prior);

    /** Index of the logarithm of scale {@code j}. */
    int logarithm(int j);

    /** Coordinates, or a gradient in them, from such whose curvature is about I: logarithms over √2. */
    default double[] unscaled(double[] v) {
        double[] scaled = v.clone();
        for (int j = 0; j < origin().dimension(); j++) {
            scaled[logarithm(j)] *= ROOT_HALF;
        }
        return scaled;
    }

    /** The largest change of a logarithm in a move. */
    default double largestLogChange(double[] move) {
        double largest = 0;
        for (int j = 0; j < origin().dimension(); j++) {
            largest = Math.max(largest, Math.abs(move[logarithm(j)]));
        }
        return largest;
    }

    /**
     * How the objective slopes at a point.
     *
     * @param gradient in these coordinates
     * @param gain what natural-gradient steps would promise, nats; infinite where the curvature is not positive definite
     */
    record Slope(double[] gradient, double gain) {}
}
