package io.credence.linalg;

/** Checks of the arguments of {@link DenseKernel}. Each refuses an argument that unchecked loops must not see. */
final class ShapeChecks {

    private ShapeChecks() {}

    static void requireSquare(double[] matrix, int n, String argument) {
        if (n < 1 || (long) n * n > matrix.length) {
            throw new IllegalArgumentException(
                    argument + " must hold a matrix of order " + n + " but has " + matrix.length + " numbers");
        }
    }

    static void requireLength(double[] vector, int length, String argument) {
        if (vector.length < length) {
            throw new IllegalArgumentException(
                    argument + " must hold at least " + length + " numbers but has " + vector.length);
        }
    }

    static void requireBlock(int available, int first, int rows, int columns) {
        if (first < 0 || rows < 0 || columns < 1 || ((long) first + rows) * columns > available) {
            throw new IllegalArgumentException("rows " + first + " to " + ((long) first + rows) + " of " + columns
                    + " columns must lie within the block but it has " + available + " numbers");
        }
    }

    /** Checks the shapes of a product of a (S × inner) that is written to result (S × outer). */
    static void requireProduct(MatrixView a, int inner, MatrixView result, int outer) {
        requireDistinct(a.values(), result.values());
        if (a.columns() != inner || result.columns() != outer || a.rows() != result.rows()) {
            throw new IllegalArgumentException(
                    "the product takes S × " + inner + " to S × " + outer + " numbers but has " + a.rows() + " × "
                            + a.columns() + " and " + result.rows() + " × " + result.columns());
        }
    }

    static void requireCross(MatrixView a, int rows, MatrixView sums, int columns) {
        requireDistinct(a.values(), sums.values());
        if (a.rows() != rows || sums.rows() != a.columns() || sums.columns() != columns) {
            throw new IllegalArgumentException("the cross product takes " + rows + " × S numbers to S × " + columns
                    + " but has " + a.rows() + " × " + a.columns() + " and " + sums.rows() + " × " + sums.columns());
        }
    }

    static void requireSameShape(MatrixView a, MatrixView result) {
        requireDistinct(a.values(), result.values());
        if (a.rows() != result.rows() || a.columns() != result.columns()) {
            throw new IllegalArgumentException("the result must have " + a.rows() + " × " + a.columns()
                    + " numbers but has " + result.rows() + " × " + result.columns());
        }
    }

    static void requireDistinct(double[] input, double[] output) {
        if (input == output) {
            throw new IllegalArgumentException("the result must not overwrite an argument");
        }
    }
}
