package io.credence.family;

import io.credence.linalg.Symmetric;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Partition of d coefficients into blocks of consecutive ones. A precision matrix is zero outside of the blocks. A
 * precision of these blocks is packed as their lower triangles by rows, one block after another: d(d+1)/2 numbers for
 * one block, d for blocks of one.
 */
public sealed interface Blocks extends Serializable permits EqualBlocks, UnequalBlocks {

    /** Single block of all coefficients. */
    static Blocks full(int dimension) {
        return new EqualBlocks(1, dimension);
    }

    /** Blocks of one coefficient each. */
    static Blocks diagonal(int dimension) {
        return new EqualBlocks(dimension, 1);
    }

    /**
     * Blocks of the given sizes.
     *
     * @throws IllegalArgumentException if there are none, or one is not positive
     */
    static Blocks of(int... sizes) {
        if (sizes.length == 0) {
            throw new IllegalArgumentException("at least one block of coefficients is required but found none");
        }
        return Arrays.stream(sizes).allMatch(size -> size == sizes[0])
                ? new EqualBlocks(sizes.length, sizes[0])
                : new UnequalBlocks(sizes.clone());
    }

    /** Number of blocks. */
    int count();

    /** Number of coefficients of a block. */
    int size(int block);

    /** Index of a block's first coefficient. */
    int firstCoefficient(int block);

    /** Index of a block's first number in the packed form. */
    int packedOffset(int block);

    /** Entries of a block in a vector of all coefficients. */
    default double[] blockEntries(int block, double[] all) {
        return Arrays.copyOfRange(all, firstCoefficient(block), firstCoefficient(block) + size(block));
    }

    /** Number of coefficients d. */
    default int dimension() {
        return firstCoefficient(count() - 1) + size(count() - 1);
    }

    /** Length of the packed form. */
    default int packedLength() {
        return packedOffset(count() - 1) + Symmetric.packedLength(size(count() - 1));
    }

    /** Index of the block of each coefficient, d numbers. */
    default int[] blockIndices() {
        int[] owners = new int[dimension()];
        for (int b = 0; b < count(); b++) {
            Arrays.fill(owners, firstCoefficient(b), firstCoefficient(b) + size(b), b);
        }
        return owners;
    }

    /** Diagonal of a packed matrix, d numbers. */
    default double[] diagonalOf(double[] packed) {
        double[] diagonal = new double[dimension()];
        for (int b = 0, j = 0; b < count(); b++) {
            int at = packedOffset(b);
            for (int i = 0; i < size(b); i++, j++) {
                at += i;
                diagonal[j] = packed[at++];
            }
        }
        return diagonal;
    }

    /** Sum of a packed matrix and a diagonal matrix, whose diagonal has d numbers. */
    default double[] plusDiagonal(double[] packed, double[] diagonal) {
        double[] sum = packed.clone();
        for (int b = 0, j = 0; b < count(); b++) {
            int at = packedOffset(b);
            for (int i = 0; i < size(b); i++, j++) {
                at += i;
                sum[at++] += diagonal[j];
            }
        }
        return sum;
    }

    /**
     * Entries of a matrix within the blocks, packed block by block. The matrix is given by its packed lower triangle;
     * one that is packed by blocks already is returned unchanged.
     */
    default double[] packedWithinBlocks(double[] packedTriangle) {
        if (packedTriangle.length == packedLength()) {
            return packedTriangle;
        }
        double[] packed = new double[packedLength()];
        for (int b = 0, at = 0; b < count(); b++) {
            for (int i = 0; i < size(b); i++) {
                int row = firstCoefficient(b) + i;
                System.arraycopy(packedTriangle, Symmetric.packedLength(row) + firstCoefficient(b), packed, at, i + 1);
                at += i + 1;
            }
        }
        return packed;
    }

    /** Block-diagonal d × d matrix, by rows, from one matrix per part. */
    default double[] blockDiagonal(List<FullGaussian> parts, Function<FullGaussian, double[]> matrix) {
        int d = dimension();
        double[] whole = new double[Math.multiplyExact(d, d)];
        for (int b = 0; b < parts.size(); b++) {
            double[] own = matrix.apply(parts.get(b));
            int n = size(b);
            for (int i = 0; i < n; i++) {
                System.arraycopy(own, i * n, whole, (firstCoefficient(b) + i) * d + firstCoefficient(b), n);
            }
        }
        return whole;
    }

    /** Packed lower triangle of the d × d matrix with the given entries within its blocks and zeros elsewhere. */
    default double[] toPackedTriangle(double[] packed) {
        double[] whole = new double[Symmetric.packedLength(dimension())];
        for (int b = 0, at = 0; b < count(); b++) {
            for (int i = 0; i < size(b); i++) {
                int row = firstCoefficient(b) + i;
                System.arraycopy(packed, at, whole, Symmetric.packedLength(row) + firstCoefficient(b), i + 1);
                at += i + 1;
            }
        }
        return whole;
    }
}
