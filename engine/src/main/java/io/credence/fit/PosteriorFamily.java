package io.credence.fit;

import io.credence.family.BlockGaussian;
import io.credence.family.Blocks;
import io.credence.family.DiagonalGaussian;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.linalg.DenseKernel;
import io.credence.pass.ExpectationPass.CurvatureForm;
import io.credence.prior.GaussianPrior;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The posterior families that can be fitted by exact expectation, each with the curvature and the update it takes. */
public enum PosteriorFamily {
    /** Full covariance. */
    GAUSSIAN_FULL(FullGaussian.NAME, CurvatureForm.FULL),
    /** Independent coefficients. */
    GAUSSIAN_DIAGONAL(DiagonalGaussian.NAME, CurvatureForm.DIAGONAL),
    /** Independent blocks of consecutive coefficients. */
    GAUSSIAN_BLOCK(BlockGaussian.NAME, CurvatureForm.FULL);

    private final String id;
    private final CurvatureForm form;

    PosteriorFamily(String id, CurvatureForm form) {
        this.id = id;
        this.form = form;
    }

    /** Name in configuration and results. */
    public String id() {
        return id;
    }

    /** The family of that name. */
    public static Optional<PosteriorFamily> named(String name) {
        return Arrays.stream(values()).filter(family -> family.id.equals(name)).findFirst();
    }

    public CurvatureForm form() {
        return form;
    }

    /**
     * The prior, as a member of this family.
     *
     * @param sizes blocks of a block family; not read for others
     */
    public GaussianPosterior start(DenseKernel kernel, GaussianPrior prior, @Nullable Blocks sizes) {
        if (this == GAUSSIAN_DIAGONAL) {
            return new DiagonalGaussian(prior.mean(), prior.precision());
        }
        int d = prior.dimension();
        Blocks blocks = this == GAUSSIAN_FULL ? Blocks.full(d) : required(sizes, d);
        double[] packed = prior.within(blocks);
        GaussianPosterior start = this == GAUSSIAN_FULL
                ? FullGaussian.of(kernel, prior.mean(), packed)
                : BlockGaussian.of(kernel, blocks, prior.mean(), packed);
        if (start == null) {
            throw new IllegalStateException("a prior precision is positive definite");
        }
        return start;
    }

    private static Blocks required(@Nullable Blocks blocks, int d) {
        if (blocks == null || blocks.dimension() != d) {
            throw new IllegalArgumentException(BlockGaussian.NAME + " requires sizes of blocks that add up to the " + d
                    + " coefficients but found " + (blocks == null ? "none" : "a sum of " + blocks.dimension()));
        }
        return blocks;
    }

    /** The curvature of the expected loss, as a pass brings it home, within the posterior's blocks. */
    public double[] within(Blocks blocks, double[] curvature) {
        return curvature.length == blocks.packedLength() ? curvature : blocks.within(curvature);
    }
}
