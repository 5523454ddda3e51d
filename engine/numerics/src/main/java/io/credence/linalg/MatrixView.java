package io.credence.linalg;

/**
 * Matrix within an array: number (i, j) at {@code offset + i · stride + j}.
 *
 * @param offset index at which row 0 begins
 * @param rows number of rows, 0 allowed
 * @param columns number of columns, at least 1
 * @param stride distance between the beginnings of two rows, at least {@code columns}
 */
public record MatrixView(double[] values, int offset, int rows, int columns, int stride) {

    public MatrixView {
        long end = rows == 0 ? offset : offset + (rows - 1L) * stride + columns;
        if (offset < 0 || rows < 0 || columns < 1 || stride < columns || end > values.length) {
            throw new IllegalArgumentException("a matrix of " + rows + " rows and " + columns + " columns, " + stride
                    + " numbers from row to row, must lie within the array from number " + offset
                    + " on but the array has " + values.length + " numbers");
        }
    }

    /** A matrix that begins with the array and has no gaps. */
    public static MatrixView of(double[] values, int rows, int columns) {
        return new MatrixView(values, 0, rows, columns, columns);
    }

    /** Index at which row {@code i} begins. */
    public int rowOffset(int i) {
        return offset + i * stride;
    }
}
