package io.credence.fit.exact;

import io.credence.family.Blocks;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.prior.GaussianPrior;
import io.credence.statistics.PassStatistics;
import java.util.Arrays;

/**
 * Coordinates of mean-field Gaussians: u of the mean and ℓ of the log scales. The mean moves in the metric of the whole
 * curvature T = L Lᵀ, m = m0 + L⁻ᵀu, since along correlated columns it would be slow in that of the independent scales;
 * s_j = s0_j e^{ℓ_j}. The vector is u, then ℓ.
 *
 * @param origin Gaussian of the frame
 * @param wholeGaussian normal with the origin's mean and the precision T
 */
record MeanFieldCoordinates(GaussianPosterior origin, FullGaussian wholeGaussian) implements GaussianCoordinates {

    /** Coordinates for a fit that has no estimate of the curvature yet. */
    static MeanFieldCoordinates of(DenseKernel kernel, GaussianPosterior origin) {
        return new MeanFieldCoordinates(origin, FullGaussian.around(kernel, origin.mean(), origin.sd()));
    }

    @Override
    public int length() {
        return 2 * origin.dimension();
    }

    @Override
    public int logScaleIndex(int j) {
        return origin.dimension() + j;
    }

    @Override
    public CurvatureForm form() {
        return CurvatureForm.FULL;
    }

    @Override
    public GaussianPosterior at(double[] x) {
        int d = origin.dimension();
        double[] move = wholeGaussian.cholesky().solveTransposed(Arrays.copyOf(x, d));
        double[] precision = origin.precision().clone();
        for (int j = 0; j < d; j++) {
            precision[j] *= Math.exp(-2 * x[logScaleIndex(j)]);
        }
        return new DiagonalGaussian(Vectors.plusScaled(origin.mean(), 1, move), precision);
    }

    @Override
    public Slope slope(double[] x, GaussianPosterior here, PassStatistics sums, GaussianPrior prior) {
        int d = origin.dimension();
        double[] inMean = wholeGaussian
                .cholesky()
                .solveFactor(Vectors.plusScaled(sums.gradient(), -1, prior.gradient(here.mean())));
        double[] gradient = Arrays.copyOf(inMean, length());
        double gain = 0.5 * Vectors.dot(inMean, inMean);
        for (int j = 0; j < d; j++) {
            double curvature = sums.curvature()[Symmetric.packedLength(j) + j] + prior.precision()[j];
            double ratio = curvature / here.precision()[j];
            gradient[logScaleIndex(j)] = ratio - 1;
            gain += ratio > 0 ? 0.5 * (ratio - 1 - Math.log(ratio)) : Double.POSITIVE_INFINITY;
        }
        return new Slope(gradient, gain);
    }

    @Override
    public MeanFieldCoordinates recentred(GaussianPosterior here, PassStatistics sums, GaussianPrior prior) {
        double[] precision =
                Vectors.plusScaled(sums.curvature(), 1, prior.precisionInBlocks(Blocks.full(prior.dimension())));
        FullGaussian found = FullGaussian.of(wholeGaussian.kernel(), here.mean(), precision);
        return found == null ? of(wholeGaussian.kernel(), here) : new MeanFieldCoordinates(here, found);
    }
}
