package io.credence.fit;

import io.credence.family.Blocks;
import io.credence.family.GaussianStructure;

/** The structures of Gaussians that come with Credence, by name for parameterised tests. */
public enum Structures {
    GAUSSIAN_FULL,
    GAUSSIAN_DIAGONAL,
    GAUSSIAN_BLOCK;

    /**
     * The structure.
     *
     * @param sizes of the blocks of a block structure
     */
    public GaussianStructure of(int... sizes) {
        return switch (this) {
            case GAUSSIAN_FULL -> GaussianStructure.FULL;
            case GAUSSIAN_DIAGONAL -> GaussianStructure.DIAGONAL;
            case GAUSSIAN_BLOCK -> GaussianStructure.ofBlocks(Blocks.of(sizes));
        };
    }
}
