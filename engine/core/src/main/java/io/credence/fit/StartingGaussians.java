package io.credence.fit;

import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.prior.GaussianPrior;
import java.util.Arrays;

/**
 * Conversions of the posterior of one fit into the start of another: for more rows, for independent parameters, or as a
 * Gaussian.
 */
public final class StartingGaussians {

    private StartingGaussians() {}

    /**
     * A Gaussian with the mean of {@code q} and the rows' share of its precision multiplied by {@code times}. The
     * normal prior's share is kept.
     */
    public static GaussianPosterior withRowPrecisionScaled(GaussianPosterior q, GaussianPrior prior, double times) {
        double[] kept = prior.precisionInBlocks(q.blocks());
        double[] precision = q.precision().clone();
        for (int e = 0; e < precision.length; e++) {
            precision[e] = times * precision[e] + (1 - times) * kept[e];
        }
        GaussianPosterior changed = q.with(q.mean(), precision);
        return changed == null || !isProper(changed) ? q.withPrecisionScaled(times) : changed;
    }

    /**
     * The posterior itself if it is Gaussian, else the Gaussian with its mean and covariance.
     *
     * @throws IllegalArgumentException if the posterior has no positive definite covariance
     */
    public static GaussianPosterior asGaussian(Posterior q, DenseKernel kernel) {
        GaussianPosterior own = q.gaussian();
        if (own != null) {
            return own;
        }
        int d = q.dimension();
        double[] covariance = q.covariance();
        if (covariance.length == d) {
            return new DiagonalGaussian(
                    q.mean(), Arrays.stream(covariance).map(v -> 1 / v).toArray());
        }
        Cholesky root = Cholesky.of(kernel, covariance, d);
        FullGaussian like = root == null ? null : FullGaussian.of(kernel, q.mean(), Symmetric.pack(root.inverse(), d));
        if (like == null) {
            throw new IllegalArgumentException(
                    "a fit begins from a mean and a positive definite covariance but found a " + q.family()
                            + " posterior without");
        }
        return like;
    }

    private static boolean isProper(GaussianPosterior q) {
        for (double sd : q.sd()) {
            if (!(sd > 0 && sd < Double.POSITIVE_INFINITY)) {
                return false;
            }
        }
        return true;
    }
}
