package io.credence.fit.regression;

import io.credence.family.GaussianPosterior;
import io.credence.fit.NaturalTarget;
import io.credence.fit.WhitenedFrame;
import io.credence.linalg.SymmetricEigen;
import io.credence.linalg.Vectors;
import io.credence.optimize.RestartCount;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Newton step of a Gaussian: the mean moves by the regression's ascent, the precision to minus its slope, both within
 * bounds.
 *
 * @param q Gaussian after the step; null if no positive definite precision was found
 * @param hessian second derivatives C K Cᵀ in the parameters, from the regression
 * @param stepLimits limits on the next step
 * @param meanMove largest move of a mean that a whole step would make, in posterior standard deviations
 * @param sdMove largest change of a log standard deviation that a whole step would make
 * @param isWhole whether the trust radius did not shorten the step
 * @param isFar whether the move is far longer than its noise
 * @param gain gain that a whole step promises in the mean, nats
 */
record RegressionStep(
        @Nullable GaussianPosterior q,
        double[] hessian,
        StepLimits stepLimits,
        double meanMove,
        double sdMove,
        boolean isWhole,
        boolean isFar,
        double gain) {

    /**
     * Smallest factor on a precision while gradients differ from their prediction by more than {@link #SURPRISING}. A
     * wider posterior would then contain worse points. Without this limit a density with twenty rippled modes is left
     * at one that is not the best.
     */
    private static final double LEAST_FACTOR_SURPRISED = 1 / 1.5;

    private static final double SURPRISING = 0.7;
    /**
     * Squared length above which a move is more than noise, in the variances of its noise: two standard errors. With
     * three PosteriorDB takes 2,975 passes instead of 2,932.
     */
    private static final double TWO_ERRORS = 4;

    /**
     * The step from the Gaussian q of the frame.
     *
     * @param rejected whether q is the Gaussian to which the fit went back
     */
    static RegressionStep from(WhitenedFrame units, RegressionEstimate found, StepLimits trust, boolean rejected) {
        GaussianPosterior q = units.q();
        int d = q.dimension();
        boolean sure = found.predictionError() < SURPRISING;
        double least = sure ? 1 / RestartCount.FACTOR : LEAST_FACTOR_SURPRISED;
        boolean diagonal = q.isMeanField();
        SymmetricEigen eigen = SymmetricEigen.decompose(negated(found.slope()), d);
        double beta = trust.share();
        double[] factors = dampedFactors(clipped(eigen.eigenvalues(), least), beta);
        double[] bounded = diagonal
                ? dampedFactors(clipped(eigen.eigenvalues(), sure ? NaturalTarget.DAMPING : least), beta)
                : factors;
        double[] inBasis = eigen.toBasis(found.ascent());
        double gain = 0;
        for (int j = 0; j < d; j++) {
            gain += 0.5 * inBasis[j] * inBasis[j] / bounded[j];
            inBasis[j] *= beta / bounded[j];
        }
        double[] step = eigen.fromBasis(inBasis);
        double length = Vectors.norm(step);
        double share = length > trust.radius() ? trust.radius() / length : 1;
        double[] whole = units.toParameters(step);
        double[] move = scaled(whole, share);
        StepLimits next = trust;
        if (trust.hasMoved() && !rejected && sure) {
            next = trust.agreeing(cosine(units, move, trust.lastMove()));
            addMomentum(move, next.momentum(), trust.lastMove(), units);
        } else {
            next = trust.withoutMomentum();
        }
        double[] mean = q.mean().clone();
        for (int j = 0; j < d; j++) {
            mean[j] += move[j];
        }
        GaussianPosterior moved = units.with(
                mean, diagonal ? diagonal(found.slope(), d, least, beta) : eigen.matrixWithEigenvalues(factors));
        double turn = trust.hasMoved() && !rejected ? cosine(units, move, trust.lastMove()) : Double.NaN;
        boolean clear = length * length > TWO_ERRORS * found.noise();
        double[] sd = q.sd();
        return new RegressionStep(
                moved,
                units.unwhitenedHessian(found.slope()),
                next.afterMove(move, length * share, turn, clear),
                largestMove(whole, sd) / beta,
                moved == null ? Double.POSITIVE_INFINITY : largestChange(moved.sd(), sd) / beta,
                share == 1,
                length * length > TWO_ERRORS * found.noise() * beta * beta,
                gain);
    }

    private static double[] negated(double[] slope) {
        return scaled(slope, -1);
    }

    private static double[] scaled(double[] v, double factor) {
        return Arrays.stream(v).map(x -> factor * x).toArray();
    }

    private static double[] clipped(double[] values, double least) {
        return Arrays.stream(values)
                .map(x -> Math.max(least, Math.min(RestartCount.FACTOR, x)))
                .toArray();
    }

    private static double[] dampedFactors(double[] factors, double beta) {
        return Arrays.stream(factors).map(x -> 1 + beta * (x - 1)).toArray();
    }

    private static double[] diagonal(double[] slope, int d, double least, double beta) {
        double[] precision = new double[d * d];
        for (int j = 0; j < d; j++) {
            double factor = Math.max(least, Math.min(RestartCount.FACTOR, -slope[j * d + j]));
            precision[j * d + j] = 1 + beta * (factor - 1);
        }
        return precision;
    }

    private static void addMomentum(double[] move, double momentum, double[] last, WhitenedFrame units) {
        double length = momentum * Vectors.norm(units.toWhitened(last));
        double factor = momentum * Math.min(1, StepLimits.FIRST_RADIUS / Math.max(length, Double.MIN_NORMAL));
        for (int j = 0; j < move.length; j++) {
            move[j] += factor * last[j];
        }
    }

    private static double cosine(WhitenedFrame units, double[] a, double[] b) {
        double[] one = units.toWhitened(a);
        double[] other = units.toWhitened(b);
        double inner = 0;
        for (int j = 0; j < one.length; j++) {
            inner += one[j] * other[j];
        }
        return inner / Math.max(Vectors.norm(one) * Vectors.norm(other), Double.MIN_NORMAL);
    }

    private static double largestMove(double[] move, double[] sd) {
        double largest = 0;
        for (int j = 0; j < move.length; j++) {
            largest = Math.max(largest, Math.abs(move[j]) / sd[j]);
        }
        return largest;
    }

    private static double largestChange(double[] next, double[] sd) {
        double largest = 0;
        for (int j = 0; j < sd.length; j++) {
            largest = Math.max(largest, Math.abs(Math.log(next[j] / sd[j])));
        }
        return largest;
    }
}
