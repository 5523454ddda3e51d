package io.credence.data;

/** What the two dense blocks share off the hot path. */
final class Blocks {

    private Blocks() {}

    /** Reads one cell of a block. */
    @FunctionalInterface
    interface Cells {
        double at(int row, int column);
    }

    static void requireShape(int rows, int columns, int cells) {
        if (columns < 1 || (long) rows * columns != cells) {
            throw new IllegalArgumentException(
                    "a block of " + rows + " rows and " + columns + " columns cannot have " + cells + " cells");
        }
    }

    static void denseVariances(Cells x, int columns, int first, int rows, CoefficientSpread spread, double[] out) {
        for (int i = 0; i < rows; i++) {
            out[i] = 0;
        }
        if (spread instanceof CoefficientSpread.Diagonal diagonal) {
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    double cell = x.at(first + i, j);
                    out[i] += cell * cell * diagonal.variances()[j];
                }
            }
        } else if (spread instanceof CoefficientSpread.Covariance covariance) {
            denseForms(x, columns, first, rows, covariance.matrix(), out);
        }
    }

    static void denseForms(Cells x, int columns, int first, int rows, double[] matrix, double[] out) {
        for (int i = 0; i < rows; i++) {
            double form = 0;
            for (int j = 0; j < columns; j++) {
                double inner = 0;
                for (int k = 0; k < columns; k++) {
                    inner += matrix[j * columns + k] * x.at(first + i, k);
                }
                form += inner * x.at(first + i, j);
            }
            out[i] = form;
        }
    }
}
