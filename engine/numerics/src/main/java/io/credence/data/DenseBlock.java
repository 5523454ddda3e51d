package io.credence.data;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.MatrixView;
import org.jspecify.annotations.Nullable;

/**
 * Block of dense rows in double precision.
 *
 * @param values features, row-major, rows × columns
 */
public record DenseBlock(RowAttributes attributes, int columns, double[] values) implements DenseRows {

    public DenseBlock {
        DenseRows.requireShape(attributes.rows(), columns, values.length);
    }

    @Override
    public long bytes() {
        return 8L * values.length + 8L * rows();
    }

    @Override
    public boolean isSinglePrecision() {
        return false;
    }

    @Override
    public void multiply(DenseKernel kernel, int first, int rows, double[] coefficients, double[] out) {
        kernel.multiply(values, first, rows, columns, coefficients, out);
    }

    @Override
    public void multiply(DenseKernel kernel, int first, int rows, MatrixView coefficients, MatrixView out) {
        kernel.multiply(values, first, rows, columns, coefficients, out);
    }

    @Override
    public void squaredNorms(DenseKernel kernel, int first, int rows, double[] factor, double[] out) {
        kernel.squaredNorms(values, first, rows, columns, factor, out);
    }

    @Override
    public void addWeightedRows(DenseKernel kernel, int first, int rows, double[] weights, double[] sum) {
        kernel.addWeightedRows(values, first, rows, columns, weights, sum);
    }

    @Override
    public void addWeightedRows(DenseKernel kernel, int first, int rows, MatrixView weights, MatrixView sums) {
        kernel.addWeightedRows(values, first, rows, columns, weights, sums);
    }

    @Override
    public void addWeightedGram(DenseKernel kernel, int first, int rows, double[] weights, double[] sum) {
        kernel.addWeightedGram(values, first, rows, columns, weights, sum);
    }

    @Override
    public DenseBlock withAttributes(RowAttributes others) {
        return new DenseBlock(others, columns, values);
    }

    @Override
    public DenseBlock select(int[] rows, double @Nullable [] multiples) {
        double[] picked = new double[rows.length * columns];
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(values, rows[i] * columns, picked, i * columns, columns);
        }
        return new DenseBlock(attributes.select(rows, multiples), columns, picked);
    }

    @Override
    public BlockBuilder builder() {
        return BlockBuilder.dense(columns, Precision.FLOAT64, BlockBuilder.DEFAULT_BLOCK_BYTES);
    }

    @Override
    public double value(int i, int j) {
        return values[i * columns + j];
    }
}
