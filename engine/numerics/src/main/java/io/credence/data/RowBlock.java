package io.credence.data;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.MatrixView;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Immutable block of consecutive rows: a matrix of features (rows × columns) with the rows' attributes. Every hot loop
 * of a fit is one of its products over a range of rows; per-row arguments start at index 0.
 */
public sealed interface RowBlock extends Serializable permits DenseRows, SparseBlock {

    /** Labels, weights and offsets. */
    RowAttributes attributes();

    /** Number of features, the intercept's column of ones included. */
    int columns();

    /** Number of rows. */
    default int rows() {
        return attributes().rows();
    }

    /** Approximate size in memory, bytes. */
    long bytes();

    /** Whether cells are stored in single precision. */
    boolean isSinglePrecision();

    /** Value of one cell, as a double. */
    double value(int row, int column);

    /** Writes all cells of a row into {@code into} (length: columns). */
    void copyRow(int row, double[] into);

    /**
     * Writes the cells of some columns in a range of rows.
     *
     * @param into takes the cells, row-major, rows × listed columns
     */
    default void copyColumns(int first, int rows, int[] columns, double[] into) {
        for (int i = 0, at = 0; i < rows; i++) {
            for (int j : columns) {
                into[at++] = value(first + i, j);
            }
        }
    }

    /** Hands over the stored cells of a row: all of a dense one, the entries of a sparse one. */
    void forEachEntry(int row, EntryConsumer taker);

    /** Receiver of cells. */
    @FunctionalInterface
    interface EntryConsumer {
        /** Takes the value in a column. */
        void accept(int column, double value);
    }

    /** Computes {@code out[i] = x_iᵀ coefficients}, offsets not included. */
    void multiply(DenseKernel kernel, int first, int rows, double[] coefficients, double[] out);

    /**
     * Computes products with several vectors of coefficients: {@code out[s, i] = x_iᵀ coefficients[s]}.
     *
     * @param coefficients S × columns
     * @param out S × rows
     */
    void multiply(DenseKernel kernel, int first, int rows, MatrixView coefficients, MatrixView out);

    /** Computes the variances {@code out[i] = x_iᵀ S x_i} for the covariance S that {@code spread} represents. */
    void predictorVariances(DenseKernel kernel, int first, int rows, CoefficientCovariance spread, double[] out);

    /** Computes {@code out[i] = x_iᵀ A x_i} for a square matrix of order {@code columns}, both triangles read. */
    void quadraticForms(int first, int rows, double[] matrix, double[] out);

    /** Adds {@code Σ_i weights[i] x_i} to {@code sum} (length: columns). */
    void addWeightedRows(DenseKernel kernel, int first, int rows, double[] weights, double[] sum);

    /**
     * Adds row sums under several weights: {@code Σ_i weights[s, i] x_i} to {@code sums[s]}.
     *
     * @param weights S × rows
     * @param sums S × columns
     */
    void addWeightedRows(DenseKernel kernel, int first, int rows, MatrixView weights, MatrixView sums);

    /** Adds the lower triangle of {@code Σ_i weights[i] x_i x_iᵀ} to {@code sum} (columns × columns, row-major). */
    void addWeightedGram(DenseKernel kernel, int first, int rows, double[] weights, double[] sum);

    /** Adds {@code Σ_i weights[i] x_i ∘ x_i} to {@code sum} (length: columns). */
    void addWeightedSquares(int first, int rows, double[] weights, double[] sum);

    /** A block with these features and other attributes. */
    RowBlock withAttributes(RowAttributes others);

    /** The block of the listed rows, in that order. */
    default RowBlock select(int[] rows) {
        return select(rows, null);
    }

    /**
     * A block of the listed rows, in that order, with weights multiplied.
     *
     * @param multiples factor of the weight of each listed row; null for 1
     */
    RowBlock select(int[] rows, double @Nullable [] multiples);

    /** An empty builder of blocks of this kind and precision. */
    BlockBuilder builder();

    /** Adds a row to a builder of this kind, with its weight multiplied by {@code multiple}. */
    void addTo(BlockBuilder builder, int row, double multiple);
}
