package io.credence.linalg;

/** Source of rows and columns of a block, as doubles, for the loops of {@link JavaDenseKernel}. */
sealed interface BlockSource extends RowSource {

    /** Copies the cells of column {@code j} in {@code count} rows from row {@code top} on into {@code target} at {@code at}. */
    void copyColumn(int j, int top, int count, double[] target, int at);

    /** Rows of doubles from row {@code first} on. */
    record Doubles(double[] x, int first, int columns) implements BlockSource {
        @Override
        public void copy(int i, double[] target) {
            System.arraycopy(x, (first + i) * columns, target, 0, columns);
        }

        @Override
        public void copyColumn(int j, int top, int count, double[] target, int at) {
            for (int i = 0, from = (first + top) * columns + j; i < count; i++, from += columns) {
                target[at + i] = x[from];
            }
        }
    }

    /** Rows of floats from row {@code first} on. */
    record Floats(float[] x, int first, int columns) implements BlockSource {
        @Override
        public void copy(int i, double[] target) {
            int offset = (first + i) * columns;
            for (int j = 0; j < columns; j++) {
                target[j] = x[offset + j];
            }
        }

        @Override
        public void copyColumn(int j, int top, int count, double[] target, int at) {
            for (int i = 0, from = (first + top) * columns + j; i < count; i++, from += columns) {
                target[at + i] = x[from];
            }
        }
    }
}
