package io.credence.prior;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Partition of the coefficients into blocks that share a scale. Plain coefficients are in no block, and have a normal
 * prior instead.
 *
 * @param blockOf block of each coefficient, 0 … blocks − 1; −1 for a plain one
 */
record ShrinkageBlocks(int[] blockOf) implements Serializable {

    /** Block number of a plain coefficient. */
    private static final int PLAIN = -1;

    /**
     * Blocks of consecutive coefficients, the plain ones left out.
     *
     * @param coefficients number of coefficients
     * @param plain indices of the plain ones, such as the intercept's
     * @param sizes sizes of the blocks, in order; empty for one block per coefficient
     * @throws IllegalArgumentException if the sizes do not add up, or an index is out of range
     */
    public static ShrinkageBlocks of(int coefficients, List<Integer> plain, List<Integer> sizes) {
        int[] blockOf = new int[coefficients];
        for (int j : plain) {
            if (j < 0 || j >= coefficients || blockOf[j] == PLAIN) {
                throw new IllegalArgumentException("plain coefficients must be different numbers from 0 to "
                        + (coefficients - 1) + " but were " + plain);
            }
            blockOf[j] = PLAIN;
        }
        int shrunk = coefficients - plain.size();
        boolean refused = sizes.stream().mapToInt(size -> size).sum() != shrunk
                || sizes.stream().anyMatch(size -> size < 1);
        if (!sizes.isEmpty() && refused) {
            throw new IllegalArgumentException("shrinkage blocks must be at least 1 long and add up to the " + shrunk
                    + " coefficients but were " + sizes);
        }
        int block = 0;
        int left = sizes.isEmpty() || shrunk == 0 ? 1 : sizes.get(0);
        for (int j = 0; j < coefficients; j++) {
            if (blockOf[j] != PLAIN) {
                if (left == 0) {
                    block++;
                    left = sizes.isEmpty() ? 1 : sizes.get(block);
                }
                blockOf[j] = block;
                left--;
            }
        }
        return new ShrinkageBlocks(blockOf);
    }

    /** Number of blocks. */
    public int blockCount() {
        return 1 + Arrays.stream(blockOf).max().orElse(PLAIN);
    }

    /** Number of coefficients in each block. */
    public int[] blockSizes() {
        int[] sizes = new int[blockCount()];
        for (int block : blockOf) {
            if (block != PLAIN) {
                sizes[block]++;
            }
        }
        return sizes;
    }

    /** Coefficients of each block. */
    public List<int[]> blockIndices() {
        return IntStream.range(0, blockCount()).mapToObj(this::indicesOfBlock).toList();
    }

    /** Coefficients that belong to a block. */
    public int[] shrunkIndices() {
        return indicesWhere(j -> blockOf[j] != PLAIN);
    }

    /** Coefficients that belong to no block. */
    public int[] plainIndices() {
        return indicesOfBlock(PLAIN);
    }

    private int[] indicesOfBlock(int block) {
        return indicesWhere(j -> blockOf[j] == block);
    }

    private int[] indicesWhere(IntPredicate chosen) {
        return IntStream.range(0, blockOf.length).filter(chosen).toArray();
    }

    /** Whether every block has one member. */
    public boolean areAllSingletons() {
        return blockCount() + plainIndices().length == blockOf.length;
    }
}
