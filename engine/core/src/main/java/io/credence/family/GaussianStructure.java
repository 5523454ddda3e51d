package io.credence.family;

import io.credence.linalg.DenseKernel;
import org.jspecify.annotations.Nullable;

/**
 * Structure of the precision matrices of a family's Gaussians, as a fit by natural gradients or exact expectations
 * needs it before it begins.
 */
public interface GaussianStructure {

    /** Structure of a full covariance. */
    GaussianStructure FULL = new BlockStructures.Full();

    /** Structure of independent parameters. */
    GaussianStructure DIAGONAL = new BlockStructures.Diagonal();

    /** Structure of independent blocks of consecutive parameters. */
    static GaussianStructure of(Blocks blocks) {
        return new BlockStructures.Blocked(blocks);
    }

    /** Name of the family in configuration and results. */
    String family();

    /**
     * Blocks of d parameters outside which every precision is zero.
     *
     * @throws IllegalArgumentException if the structure is of another number of parameters
     */
    Blocks blocks(int dimension);

    /** Whether parameters are independent: every precision is its diagonal. */
    default boolean isMeanField() {
        return false;
    }

    /** Whether every positive definite matrix is a precision of the structure. */
    default boolean isFull() {
        return false;
    }

    /**
     * Gaussian of the given mean, with the part of the given precision that the structure has.
     *
     * @param precision in the packed form of the blocks
     * @return null if that part is not positive definite
     */
    @Nullable
    GaussianPosterior of(DenseKernel kernel, double[] mean, double[] precision);
}
