package io.credence.data;

import io.credence.linalg.DenseKernel;
import java.util.Arrays;

/** Block whose rows are dense, in either precision. */
sealed interface DenseRows extends RowBlock permits DenseBlock, FloatBlock {

    /** Computes {@code out[i] = ‖F x_i‖²}. */
    void squaredNorms(DenseKernel kernel, int first, int rows, double[] factor, double[] out);

    @Override
    default void copyRow(int row, double[] into) {
        for (int j = 0; j < columns(); j++) {
            into[j] = value(row, j);
        }
    }

    @Override
    default void forEachEntry(int row, EntryConsumer taker) {
        for (int j = 0; j < columns(); j++) {
            taker.accept(j, value(row, j));
        }
    }

    @Override
    default void addTo(BlockBuilder builder, int row, double multiple) {
        double[] features = new double[columns()];
        copyRow(row, features);
        RowAttributes own = attributes();
        builder.add(own.labels()[row], multiple * own.weight(row), own.offset(row), own.levelsOf(row), features);
    }

    @Override
    default void predictorVariances(
            DenseKernel kernel, int first, int rows, CoefficientCovariance spread, double[] out) {
        if (spread instanceof CoefficientCovariance.CovarianceFactor root) {
            squaredNorms(kernel, first, rows, root.factor(), out);
        } else if (spread instanceof CoefficientCovariance.Diagonal diagonal) {
            diagonalQuadraticForms(first, rows, diagonal.variances(), out);
        } else if (spread instanceof CoefficientCovariance.Covariance covariance) {
            quadraticForms(first, rows, covariance.matrix(), out);
        } else {
            Arrays.fill(out, 0, rows, 0.0);
        }
    }

    private void diagonalQuadraticForms(int first, int rows, double[] variances, double[] out) {
        double[] x = new double[columns()];
        int whole = x.length & ~3;
        for (int i = 0; i < rows; i++) {
            copyRow(first + i, x);
            // Four sums at a time, since every addition waits for the one before
            double form0 = 0;
            double form1 = 0;
            double form2 = 0;
            double form3 = 0;
            for (int j = 0; j < whole; j += 4) {
                form0 += x[j] * x[j] * variances[j];
                form1 += x[j + 1] * x[j + 1] * variances[j + 1];
                form2 += x[j + 2] * x[j + 2] * variances[j + 2];
                form3 += x[j + 3] * x[j + 3] * variances[j + 3];
            }
            for (int j = whole; j < x.length; j++) {
                form0 += x[j] * x[j] * variances[j];
            }
            out[i] = form0 + form1 + (form2 + form3);
        }
    }

    @Override
    default void quadraticForms(int first, int rows, double[] matrix, double[] out) {
        for (int i = 0; i < rows; i++) {
            double form = 0;
            for (int j = 0; j < columns(); j++) {
                double inner = 0;
                for (int k = 0; k < columns(); k++) {
                    inner += matrix[j * columns() + k] * value(first + i, k);
                }
                form += inner * value(first + i, j);
            }
            out[i] = form;
        }
    }

    @Override
    default void addWeightedSquares(int first, int rows, double[] weights, double[] sum) {
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns(); j++) {
                double cell = value(first + i, j);
                sum[j] += weights[i] * cell * cell;
            }
        }
    }

    /** Refuses a number of cells that is not rows × columns. */
    static void requireShape(int rows, int columns, int cells) {
        if (columns < 1 || (long) rows * columns != cells) {
            throw new IllegalArgumentException(
                    "a block of " + rows + " rows and " + columns + " columns cannot have " + cells + " cells");
        }
    }
}
