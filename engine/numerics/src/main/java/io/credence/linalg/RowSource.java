package io.credence.linalg;

/** Source of rows of a matrix, as doubles, for the loops of {@link JavaDenseKernel}. */
@FunctionalInterface
interface RowSource {

    /** Copies row {@code i} into {@code target}. */
    void copy(int i, double[] target);
}
