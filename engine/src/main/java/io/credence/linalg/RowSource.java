package io.credence.linalg;

/** Hands rows of a block, as doubles, to the loops of {@link JavaDenseKernel}. */
@FunctionalInterface
interface RowSource {

    /** Copies row {@code i} into {@code target}. */
    void copy(int i, double[] target);

    static RowSource of(double[] x, int first, int columns) {
        return (i, target) -> System.arraycopy(x, (first + i) * columns, target, 0, columns);
    }

    static RowSource of(float[] x, int first, int columns) {
        return (i, target) -> {
            int offset = (first + i) * columns;
            for (int j = 0; j < columns; j++) {
                target[j] = x[offset + j];
            }
        };
    }
}
