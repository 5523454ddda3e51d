package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.data.SparseBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.MatrixView;
import io.credence.model.CoefficientPlaces;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Design matrices of up to a chunk of dense rows, one for each linear predictor. That of a predictor which lacks columns
 * of the rows is a copy without them, so that products cost what the predictor's own columns cost; that of another one is
 * the block's. For one thread.
 */
final class PredictorDesigns {

    private final DenseKernel kernel;
    private final int[][] columns;
    private final int[] firstCoefficients;
    private final boolean[] lacking;
    private final double[][] copies; // of predictors that lack columns, row-major
    private final double[] weighted; // columns of one design times the weights of the rows
    private final boolean partial;
    private @Nullable RowBlock block;
    private int first;
    private int rows;

    PredictorDesigns(DenseKernel kernel, CoefficientPlaces places) {
        this.kernel = kernel;
        this.partial = !places.areAll();
        int predictors = places.predictors();
        this.columns = new int[predictors][];
        this.firstCoefficients = new int[predictors];
        this.lacking = new boolean[predictors];
        this.copies = new double[predictors][];
        int widest = 0;
        for (int k = 0, from = 0; k < predictors; k++) {
            columns[k] = places.columnsOf(k);
            firstCoefficients[k] = from;
            from += columns[k].length;
            boolean whole = columns[k].length == places.columns();
            for (int j = 0; whole && j < columns[k].length; j++) {
                whole = columns[k][j] == j;
            }
            lacking[k] = !whole;
            copies[k] = new double[whole ? 0 : PredictorChunk.CAPACITY * columns[k].length];
            widest = whole ? widest : Math.max(widest, columns[k].length);
        }
        this.weighted = new double[PredictorChunk.CAPACITY * widest];
    }

    /** Whether predictors lack columns of a block that is dense, so that products are over designs. */
    boolean arePartial(RowBlock rowsOf) {
        return partial && !(rowsOf instanceof SparseBlock);
    }

    /** Moves to a range of rows. */
    void moveTo(RowBlock to, int from, int count) {
        if (to == block && from == first && count == rows) {
            return;
        }
        block = to;
        first = from;
        rows = count;
        for (int k = 0; k < copies.length; k++) {
            if (lacksColumns(k)) {
                to.copyColumns(from, count, columns[k], copies[k]);
            }
        }
    }

    /** Number of columns of predictor k. */
    int columnCount(int k) {
        return columns[k].length;
    }

    /** Index in θ of the first coefficient of predictor k. */
    int firstCoefficient(int k) {
        return firstCoefficients[k];
    }

    private RowBlock block() {
        return Objects.requireNonNull(block, "products before a move to rows");
    }

    /** Computes products of the design of predictor k, which has columns, with several vectors of coefficients, S × rows. */
    void multiply(int k, MatrixView coefficients, MatrixView out) {
        if (!lacksColumns(k)) {
            block().multiply(kernel, first, rows, coefficients, out);
        } else {
            kernel.multiply(copies[k], 0, rows, columns[k].length, coefficients, out);
        }
    }

    /** Adds the rows of the design of predictor k, which has columns, under several weights, S × rows, to sums, S × columns. */
    void addWeightedRows(int k, MatrixView weights, MatrixView sums) {
        if (!lacksColumns(k)) {
            block().addWeightedRows(kernel, first, rows, weights, sums);
        } else {
            kernel.addWeightedRows(copies[k], 0, rows, columns[k].length, weights, sums);
        }
    }

    /** Whether predictors k and l have the same columns, so that their weighted cross product is symmetric. */
    boolean haveSameColumns(int k, int l) {
        return Arrays.equals(columns[k], columns[l]);
    }

    /** Adds the lower triangle of {@code Σ_i weights[i] x_i x_iᵀ} over rows x_i of the design of predictor k. */
    void addWeightedGram(int k, double[] weights, double[] sum) {
        if (!lacksColumns(k)) {
            block().addWeightedGram(kernel, first, rows, weights, sum);
        } else {
            kernel.addWeightedGram(copies[k], 0, rows, columns[k].length, weights, sum);
        }
    }

    /**
     * Adds {@code Σ_i weights[i] x_i z_iᵀ} over rows x_i of the design of predictor k, which lacks columns, and z_i of
     * that of predictor l.
     */
    void addWeightedCross(int k, int l, double[] weights, double[] sum) {
        int width = columns[k].length;
        for (int j = 0; j < width; j++) {
            int to = j * PredictorChunk.CAPACITY;
            for (int i = 0; i < rows; i++) {
                weighted[to + i] = weights[i] * copies[k][i * width + j];
            }
        }
        addWeightedRows(
                l,
                new MatrixView(weighted, 0, width, rows, PredictorChunk.CAPACITY),
                MatrixView.of(sum, width, columns[l].length));
    }

    /** Whether a predictor lacks columns of the rows. */
    boolean lacksColumns(int k) {
        return lacking[k];
    }
}
