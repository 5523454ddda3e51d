package io.credence.family;

import io.credence.linalg.DenseKernel;
import org.jspecify.annotations.Nullable;

/** Which precisions the Gaussians of a family have: what a fit by natural gradients or exact expectations knows before it begins. */
public interface GaussianStructure {

    /** Full covariance. */
    GaussianStructure FULL = new BlockStructures.Full();

    /** Independent parameters. */
    GaussianStructure DIAGONAL = new BlockStructures.Diagonal();

    /** Independent blocks of consecutive parameters. */
    static GaussianStructure of(Blocks blocks) {
        return new BlockStructures.Cut(blocks);
    }

    /** Name of the family in configuration and results. */
    String family();

    /**
     * The cut of d parameters outside which every precision is zero.
     *
     * @throws IllegalArgumentException if the structure is not of as many
     */
    Blocks blocks(int dimension);

    /** Whether parameters are independent: every precision is its diagonal. */
    default boolean isMeanField() {
        return false;
    }

    /** Whether it has every positive definite matrix. */
    default boolean isFull() {
        return false;
    }

    /**
     * The member with that mean and what the structure has of that precision.
     *
     * @param precision in the packed form of the blocks
     * @return null if there is none that is positive definite
     */
    @Nullable
    GaussianPosterior of(DenseKernel kernel, double[] mean, double[] precision);
}
