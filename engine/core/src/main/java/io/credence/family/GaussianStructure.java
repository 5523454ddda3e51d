package io.credence.family;

import io.credence.linalg.DenseKernel;
import org.jspecify.annotations.Nullable;

/**
 * Structure of the precision matrices of a family's Gaussians. A fit by natural gradients or exact expectations needs
 * it before it begins.
 */
public interface GaussianStructure {

    /** Structure of a full covariance. */
    GaussianStructure FULL = new BlockStructures.Full();

    /** Structure of independent parameters. */
    GaussianStructure DIAGONAL = new BlockStructures.Diagonal();

    /** Structure of independent blocks of consecutive parameters. */
    static GaussianStructure ofBlocks(Blocks blocks) {
        return new BlockStructures.Blocked(blocks);
    }

    /** Name of the family in configuration and results. */
    String family();

    /**
     * Blocks of d parameters; every precision is zero outside of them.
     *
     * @throws IllegalArgumentException if the structure is of another number of parameters
     */
    Blocks blocks(int dimension);

    /** Whether parameters are independent, so that every precision is diagonal. */
    default boolean isMeanField() {
        return false;
    }

    /** Whether the structure admits every positive definite matrix as a precision. */
    default boolean isFull() {
        return false;
    }

    /**
     * Gaussian with the given mean and those entries of the given precision that the structure has.
     *
     * @param precision in the packed form of the blocks
     * @return null if that part is not positive definite
     */
    @Nullable
    GaussianPosterior gaussian(DenseKernel kernel, double[] mean, double[] precision);
}
