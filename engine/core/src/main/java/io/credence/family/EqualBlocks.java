package io.credence.family;

import io.credence.linalg.Symmetric;

/**
 * Blocks of one size, in constant space.
 *
 * @param count number of blocks
 * @param size number of coefficients of each
 */
record EqualBlocks(int count, int size) implements Blocks {

    EqualBlocks {
        if (count < 1 || size < 1) {
            throw new IllegalArgumentException(
                    "blocks must be at least 1 of at least 1 coefficient but were " + count + " of " + size);
        }
        Math.multiplyExact(count, Symmetric.packedLength(size));
    }

    @Override
    public int size(int block) {
        return size;
    }

    @Override
    public int firstCoefficient(int block) {
        return block * size;
    }

    @Override
    public int packedOffset(int block) {
        return block * Symmetric.packedLength(size);
    }
}
