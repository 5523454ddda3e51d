package io.credence.fit.exact;

import io.credence.family.GaussianPosterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.Approximation;
import io.credence.fit.ExactProblem;
import io.credence.fit.exact.GaussianCoordinates.Slope;
import io.credence.linalg.Vectors;
import io.credence.statistics.PassStatistics;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Coordinates of a Gaussian and a dispersion together. Those of the Gaussian come first; for an estimated dispersion
 * there follow its location in units of the origin's width and its log width. All are 0 at the origin.
 *
 * @param gaussian coordinates of the coefficients' factor
 * @param dispersion dispersion of the frame
 */
record ApproximationCoordinates(GaussianCoordinates gaussian, DispersionPosterior dispersion) implements Serializable {

    /** The approximation at which all coordinates are 0. */
    Approximation origin() {
        return new Approximation(gaussian.origin(), dispersion);
    }

    /** Number of coordinates. */
    int length() {
        return gaussian.length() + dispersion.unboundedCoordinates().length;
    }

    /** The approximation at the coordinates {@code x}. */
    Approximation at(double[] x) {
        double[] unbounded = dispersion.unboundedCoordinates();
        if (unbounded.length > 0) {
            unbounded[0] += Math.exp(unbounded[1]) * x[gaussian.length()];
            unbounded[1] += x[gaussian.length() + 1];
        }
        return new Approximation(gaussian.at(x), dispersion.withUnboundedCoordinates(unbounded));
    }

    /**
     * Slope of the objective at {@code x}, the coordinates of {@code here}.
     *
     * @param sums sums of a pass at {@code here}
     */
    Slope slope(double[] x, Approximation here, PassStatistics sums, ExactProblem problem) {
        Slope ofGaussian = gaussian.slope(x, here.gaussian(), sums, problem.prior());
        DispersionPosterior target = problem.likelihood()
                .dispersionTarget(here.dispersion(), sums, sums.weight(), problem.dispersionPrior());
        double[] ofScale = here.dispersion().gradientTowards(target);
        if (ofScale.length == 0) {
            return ofGaussian;
        }
        double[] gradient = Arrays.copyOf(ofGaussian.gradient(), length());
        gradient[gaussian.length()] = Math.exp(dispersion.unboundedCoordinates()[1]) * ofScale[0];
        gradient[gaussian.length() + 1] = ofScale[1];
        return new Slope(gradient, ofGaussian.gain() + here.dispersion().divergenceFrom(target));
    }

    /** Coordinates around another approximation, from the sums of a pass at it. */
    ApproximationCoordinates recentred(Approximation here, PassStatistics sums, ExactProblem problem) {
        GaussianPosterior q = here.gaussian();
        return new ApproximationCoordinates(gaussian.recentred(q, sums, problem.prior()), here.dispersion());
    }

    /**
     * Divides the entries of logarithms by √2. That converts coordinates from the scale of the search, in which the
     * curvature is about I, and a gradient to it.
     */
    double[] unscaled(double[] v) {
        double[] scaled = gaussian.unscaled(v);
        if (scaled.length > gaussian.length()) {
            scaled[gaussian.length() + 1] *= GaussianCoordinates.ROOT_HALF;
        }
        return scaled;
    }

    /** Largest change of a logarithm in a move. */
    double largestLogChange(double[] move) {
        double[] ofScale = Arrays.copyOfRange(move, gaussian.length(), move.length);
        if (ofScale.length > 0) {
            ofScale[0] *= Math.exp(dispersion.unboundedCoordinates()[1]);
        }
        return Math.max(gaussian.largestLogChange(move), Vectors.maxAbsolute(ofScale));
    }
}
