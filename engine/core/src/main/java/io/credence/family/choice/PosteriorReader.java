package io.credence.family.choice;

import io.credence.family.BlockGaussian;
import io.credence.family.Blocks;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FamilyParameters;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianStructure;
import io.credence.family.Posterior;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.part.Catalogue;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Readers of written Gaussians, and of posteriors made of others. */
public final class PosteriorReader {

    private static final DenseKernel KERNEL = JavaDenseKernel.INSTANCE;

    private PosteriorReader() {}

    static List<Posterior> readAll(List<FamilyParameters> each, Catalogue<FamilyPart> families) {
        return each.stream()
                .map(own -> families.named(own.text("family")).rebuildPosterior(own, families))
                .toList();
    }

    static Posterior readGaussian(FamilyParameters own) {
        double[] mean = own.numbers("mean");
        double[] precision = own.numbers("precision");
        if (own.has("precisionFactor")) {
            double[] factor = Symmetric.unpackLower(own.numbers("precisionFactor"), mean.length);
            return FullGaussian.ofFactor(KERNEL, mean, factor);
        }
        return requireDefinite(
                own.has("blocks")
                        ? BlockGaussian.of(KERNEL, Blocks.of(own.integers("blocks")), mean, precision)
                        : FullGaussian.of(KERNEL, mean, precision));
    }

    /**
     * Gaussian of a structure with the given moments, to rounding.
     *
     * @param covariance row-major, or its diagonal alone
     * @throws IllegalArgumentException if the covariance is not positive definite
     */
    public static Posterior ofMoments(GaussianStructure structure, double[] mean, double[] covariance) {
        int d = mean.length;
        if (structure.isMeanField() || covariance.length < (long) d * d) {
            double[] variances = new double[d];
            Arrays.setAll(variances, j -> covariance[covariance.length == d ? j : j * d + j]);
            Arrays.setAll(variances, j -> 1 / variances[j]);
            return new DiagonalGaussian(mean, variances);
        }
        Cholesky root = requireDefinite(Cholesky.of(KERNEL, covariance, d));
        double[] precision = Symmetric.pack(root.inverse(), d);
        return requireDefinite(
                structure.gaussian(KERNEL, mean, structure.blocks(d).packedWithinBlocks(precision)));
    }

    private static <T> T requireDefinite(@Nullable T found) {
        if (found == null) {
            throw new IllegalArgumentException("the covariance of a posterior must be positive definite but is not");
        }
        return found;
    }
}
