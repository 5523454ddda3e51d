package io.credence.fit.fixed;

import io.credence.family.Blocks;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.fit.ExactProblem;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitSetup;
import io.credence.fit.LogJoint;
import io.credence.fit.Problem;
import io.credence.fit.TaylorControlVariate;
import io.credence.fit.WhitenedFrame;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.pass.ExpectationPass;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.prior.GaussianPrior;
import io.credence.random.NormalDraws;
import io.credence.random.RandomUse;
import org.jspecify.annotations.Nullable;

/**
 * Linear-response covariance around a mean-field Gaussian (Giordano, Broderick and Jordan 2018). It is the derivative
 * of the means under a tilt of the log density, and equals the inverse of the bound's curvature in the means. Where
 * second derivatives are known it takes one pass, with the variances held fixed, whose own response falls like 1/n.
 * Otherwise means and variances both respond, by differences of gradients.
 */
public final class LinearResponse {

    /** Largest number of products in the sums of second derivatives; they take some seconds. */
    private static final double MOST_WORK = 2e10;

    /** Number of draws over which second derivatives are averaged. */
    private static final int DRAWS = 128;

    private final Problem problem;
    private final ExecutionBackend backend;
    private final DenseKernel kernel;
    private final long seed;

    /** The linear response of a fit. */
    public static LinearResponse of(FitSetup setup) {
        return new LinearResponse(
                setup.problem(),
                setup.backend(),
                setup.kernel(),
                setup.settings().seed());
    }

    private LinearResponse(Problem problem, ExecutionBackend backend, DenseKernel kernel, long seed) {
        this.problem = problem;
        this.backend = backend;
        this.kernel = kernel;
        this.seed = seed;
    }

    /**
     * The Gaussian with the linear-response covariance. Null where the posterior is not mean-field, is not optimal, or
     * the sums would take too long.
     */
    public @Nullable FullGaussian correctedGaussian(FitResult result) {
        GaussianPosterior q = result.posterior().gaussian();
        if (!result.isConverged() || q == null || !q.isMeanField() || !problem.isElbo(q)) {
            return null;
        }
        int d = q.dimension();
        double products = (double) backend.summary().rows() * d * d;
        ExactProblem exact = problem.exact();
        if (d <= Problem.MOST_MODE_PARAMETERS
                && exact != null
                && exact.prior().dimension() == d
                && products <= MOST_WORK) {
            return gaussianWithPrecision(q, exactPrecision(exact, q, result));
        }
        if (problem.loss().dimension() != d || problem.loss().isRandom()) {
            return null;
        }
        if (d <= Problem.MOST_MODE_PARAMETERS
                && problem.loss().hasCurvature()
                && problem.prior().hasCurvature()) {
            return DRAWS * products <= MOST_WORK ? gaussianWithPrecision(q, drawnPrecision(q)) : null;
        }
        boolean differenced = problem.loss().hasGradient() && d <= TaylorControlVariate.MOST_DIFFERENCED;
        return differenced && 4 * DRAWS * products <= MOST_WORK ? differencedGaussian(q) : null;
    }

    private @Nullable FullGaussian gaussianWithPrecision(GaussianPosterior q, double[] packedPrecision) {
        return Vectors.isFinite(packedPrecision) ? FullGaussian.of(kernel, q.mean(), packedPrecision) : null;
    }

    private double[] exactPrecision(ExactProblem exact, GaussianPosterior q, FitResult result) {
        ExpectationPass pass = new ExpectationPass(
                exact.likelihood().loss(result.dispersion()),
                q.mean(),
                q.coefficientCovariance(backend.summary().sparse()),
                CurvatureForm.FULL,
                RowSample.ALL);
        return plusPriorPrecision(backend.run(pass).curvature(), exact.prior());
    }

    private static double[] plusPriorPrecision(double[] curvature, GaussianPrior prior) {
        double[] ofPrior = prior.precisionInBlocks(Blocks.full(prior.dimension()));
        return Vectors.plusScaled(curvature, 1, ofPrior);
    }

    private double[] drawnPrecision(GaussianPosterior q) {
        int d = q.dimension();
        NormalDraws standard = new NormalDraws(
                seed, RandomUse.LINEAR_RESPONSE.firstAddressWord(), DRAWS, d, NormalDraws.Dependence.ANTITHETIC);
        double[] points = WhitenedFrame.of(q).draws(standard.matrix());
        double[] hessian = new LogJoint(problem, backend)
                .evaluateWithHessianAt(points, RowSample.ALL, standard.stepSeed())
                .hessian();
        return Symmetric.pack(Vectors.scaled(-1, hessian), d);
    }

    private @Nullable FullGaussian differencedGaussian(GaussianPosterior q) {
        NormalDraws.Dependence kind = NormalDraws.Dependence.ANTITHETIC;
        DrawSet points = new DrawSet(
                Math.toIntExact(RandomUse.LINEAR_RESPONSE.firstAddressWord()), NormalDraws.roundedUpCount(kind, DRAWS));
        return new MeanFieldBound(problem, kind, points, seed, backend).linearResponse(kernel, q.parameters());
    }
}
