package io.credence.data;

import io.credence.linalg.DenseKernel;

/**
 * A block of dense rows in double precision.
 *
 * @param values features, row-major, rows × columns
 */
public record DenseBlock(RowAttributes attributes, int columns, double[] values) implements RowBlock {

    public DenseBlock {
        Blocks.requireShape(attributes.rows(), columns, values.length);
    }

    @Override
    public long bytes() {
        return 8L * values.length + 8L * rows();
    }

    @Override
    public void multiply(DenseKernel kernel, int first, int rows, double[] coefficients, double[] out) {
        kernel.multiply(values, first, rows, columns, coefficients, out);
    }

    @Override
    public void variances(DenseKernel kernel, int first, int rows, CoefficientSpread spread, double[] out) {
        if (spread instanceof CoefficientSpread.InverseFactor root) {
            kernel.squaredNorms(values, first, rows, columns, root.factor(), out);
        } else {
            Blocks.denseVariances(this::value, columns, first, rows, spread, out);
        }
    }

    @Override
    public void quadraticForms(int first, int rows, double[] matrix, double[] out) {
        Blocks.denseForms(this::value, columns, first, rows, matrix, out);
    }

    @Override
    public void addWeightedRows(DenseKernel kernel, int first, int rows, double[] weights, double[] sum) {
        kernel.addWeightedRows(values, first, rows, columns, weights, sum);
    }

    @Override
    public void addWeightedGram(DenseKernel kernel, int first, int rows, double[] weights, double[] sum) {
        kernel.addWeightedGram(values, first, rows, columns, weights, sum);
    }

    @Override
    public void addWeightedSquares(int first, int rows, double[] weights, double[] sum) {
        for (int i = 0, at = first * columns; i < rows; i++) {
            for (int j = 0; j < columns; j++, at++) {
                sum[j] += weights[i] * values[at] * values[at];
            }
        }
    }

    @Override
    public DenseBlock select(int[] rows) {
        double[] picked = new double[rows.length * columns];
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(values, rows[i] * columns, picked, i * columns, columns);
        }
        return new DenseBlock(attributes.select(rows), columns, picked);
    }

    private double value(int i, int j) {
        return values[i * columns + j];
    }
}
