package io.credence.fit.exact;

import io.credence.family.GaussianPosterior;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.prior.GaussianPrior;
import io.credence.statistics.PassStatistics;
import java.io.Serializable;

/**
 * Coordinates of the Gaussians of a family in the frame of one of them, whose coordinates are all 0. Those of the mean
 * come first, then those of the covariance's root, with scales as logarithms. They are such that a bound whose optimum
 * lies at the origin has a curvature near 1, and 2 for logarithms.
 */
interface GaussianCoordinates extends Serializable {

    /** Square root of ½. */
    double ROOT_HALF = Math.sqrt(0.5);

    /** The Gaussian of the frame. */
    GaussianPosterior origin();

    /** Number of coordinates. */
    int length();

    /** The Gaussian at the coordinates {@code x}. */
    GaussianPosterior at(double[] x);

    /** Form of the curvature that a pass must sum for {@link #slope}. */
    CurvatureForm form();

    /** Slope of the objective at {@code x}, the coordinates of {@code here}, from the sums of a pass there. */
    Slope slope(double[] x, GaussianPosterior here, PassStatistics sums, GaussianPrior prior);

    /** Coordinates around another Gaussian, from the sums of a pass at it. */
    GaussianCoordinates recentred(GaussianPosterior here, PassStatistics sums, GaussianPrior prior);

    /** Index of the logarithm of scale {@code j}. */
    int logScaleIndex(int j);

    /**
     * Divides the entries of logarithms by √2. That converts coordinates from the scale of the search, in which the
     * curvature is about I, and a gradient to it.
     */
    default double[] unscaled(double[] v) {
        double[] scaled = v.clone();
        for (int j = 0; j < origin().dimension(); j++) {
            scaled[logScaleIndex(j)] *= ROOT_HALF;
        }
        return scaled;
    }

    /** Largest change of a logarithm in a move. */
    default double largestLogChange(double[] move) {
        double largest = 0;
        for (int j = 0; j < origin().dimension(); j++) {
            largest = Math.max(largest, Math.abs(move[logScaleIndex(j)]));
        }
        return largest;
    }

    /**
     * Slope of the objective at a point.
     *
     * @param gradient gradient in the coordinates
     * @param gain gain that natural-gradient steps promise, nats; infinite where the curvature is not positive
     *     definite
     */
    record Slope(double[] gradient, double gain) {}
}
