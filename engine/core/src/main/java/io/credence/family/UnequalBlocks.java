package io.credence.family;

import io.credence.checkpoint.WritableAsRecord;
import io.credence.linalg.Symmetric;
import java.util.Arrays;

/** Blocks of different sizes, stored with the sums of the sizes and of the packed lengths before each block. */
final class UnequalBlocks implements Blocks, WritableAsRecord {

    private static final long serialVersionUID = 1;

    private final int[] sizes;
    private final int[] firsts;
    private final int[] offsets;

    UnequalBlocks(int[] sizes) {
        this.sizes = sizes;
        this.firsts = new int[sizes.length];
        this.offsets = new int[sizes.length];
        int first = 0;
        int offset = 0;
        for (int b = 0; b < sizes.length; b++) {
            if (sizes[b] < 1) {
                throw new IllegalArgumentException(
                        "a block must have at least 1 coefficient but block " + b + " has " + sizes[b]);
            }
            firsts[b] = first;
            offsets[b] = offset;
            first = Math.addExact(first, sizes[b]);
            offset = Math.addExact(offset, Symmetric.packedLength(sizes[b]));
        }
    }

    @Override
    public WrittenForm<UnequalBlocks> toWrittenForm() {
        return new Written(sizes);
    }

    private record Written(int[] sizes) implements WrittenForm<UnequalBlocks> {
        @Override
        public UnequalBlocks restoreValue() {
            return new UnequalBlocks(sizes);
        }
    }

    @Override
    public int count() {
        return sizes.length;
    }

    @Override
    public int size(int block) {
        return sizes[block];
    }

    @Override
    public int firstCoefficient(int block) {
        return firsts[block];
    }

    @Override
    public int packedOffset(int block) {
        return offsets[block];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof UnequalBlocks blocks && Arrays.equals(sizes, blocks.sizes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(sizes);
    }

    @Override
    public String toString() {
        return "UnequalBlocks" + Arrays.toString(sizes);
    }
}
