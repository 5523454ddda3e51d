package io.credence.family;

import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gaussians, and posteriors made of others, from what was written of them. */
public final class WrittenPosteriors {

    private static final DenseKernel KERNEL = JavaDenseKernel.INSTANCE;

    private WrittenPosteriors() {}

    static List<Posterior> all(List<FamilyParameters> each) {
        return each.stream()
                .map(own -> Families.rebuilt(own.text("family"), own))
                .toList();
    }

    static Posterior gaussian(FamilyParameters own) {
        double[] mean = own.numbers("mean");
        double[] precision = own.numbers("precision");
        if (own.has("precisionFactor")) {
            double[] factor = Symmetric.unpackLower(own.numbers("precisionFactor"), mean.length);
            return FullGaussian.ofFactor(KERNEL, mean, factor);
        }
        return definite(
                own.has("blocks")
                        ? BlockGaussian.of(KERNEL, Blocks.of(own.counts("blocks")), mean, precision)
                        : FullGaussian.of(KERNEL, mean, precision));
    }

    /**
     * The Gaussian of that family, or the full one in place of another, with these moments, to rounding.
     *
     * @param covariance row-major, or its diagonal alone
     * @param own may name the blocks
     * @throws IllegalArgumentException if the covariance is not positive definite
     */
    public static Posterior gaussian(String family, double[] mean, double[] covariance, FamilyParameters own) {
        int d = mean.length;
        if (family.equals(DiagonalGaussian.NAME) || covariance.length < (long) d * d) {
            double[] variances = new double[d];
            Arrays.setAll(variances, j -> covariance[covariance.length == d ? j : j * d + j]);
            Arrays.setAll(variances, j -> 1 / variances[j]);
            return new DiagonalGaussian(mean, variances);
        }
        Cholesky root = definite(Cholesky.of(KERNEL, covariance, d));
        double[] precision = Symmetric.pack(root.inverse(), d);
        if (!own.has("blocks")) {
            return definite(FullGaussian.of(KERNEL, mean, precision));
        }
        Blocks blocks = Blocks.of(own.counts("blocks"));
        return definite(BlockGaussian.of(KERNEL, blocks, mean, blocks.within(precision)));
    }

    private static <T> T definite(@Nullable T found) {
        if (found == null) {
            throw new IllegalArgumentException("the covariance of a posterior must be positive definite but is not");
        }
        return found;
    }
}
