package io.credence.linalg;

/** Hands rows of a matrix, as doubles, to the loops of {@link JavaDenseKernel}. */
@FunctionalInterface
interface RowSource {

    /** Copies row {@code i} into {@code target}. */
    void copy(int i, double[] target);
}
