package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.likelihood.Chunk;
import io.credence.linalg.DenseKernel;

/** Linear predictors of rows at every draw, for laws of responses. */
final class DrawnPredictors {

    private final DrawProducts products;
    private final int offsets;
    private final double[] eta;
    private final double[] one;
    private double[] labels = new double[0];
    private int first;

    /**
     * At draws.
     *
     * @param offsets to how many predictors, the first ones, a row's offset is added
     */
    DrawnPredictors(DenseKernel kernel, double[][] draws, int predictors, int columns, int offsets) {
        this.products = new DrawProducts(kernel, draws, predictors, columns);
        this.offsets = offsets;
        this.eta = new double[Math.multiplyExact(Chunk.CAPACITY * predictors, draws.length)];
        this.one = new double[predictors];
    }

    void moveTo(RowBlock block, int begin, int rows) {
        labels = block.attributes().labels();
        first = begin;
        products.predict(block, begin, rows, eta, offsets);
    }

    /** Label of a row. */
    double label(int row) {
        return labels[first + row];
    }

    /** Adds to those that a row's offset is added to, at one draw. */
    void shift(int row, int draw, double by) {
        for (int k = 0; k < offsets; k++) {
            eta[(draw * one.length + k) * Chunk.CAPACITY + row] += by;
        }
    }

    /** Those of a row at a draw, until the next are requested. */
    double[] of(int row, int draw) {
        for (int k = 0; k < one.length; k++) {
            one[k] = eta[(draw * one.length + k) * Chunk.CAPACITY + row];
        }
        return one;
    }
}
