package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import io.credence.loss.model.RowColumns;
import io.credence.model.CoefficientPlaces;

/** Linear predictors of rows at every draw, for distributions of responses. */
final class PredictorsAtDraws {

    private final DrawProducts products;
    private final int offsets;
    private final double[] eta;
    private final double[] one;
    private final RowColumns columns;
    private double[] labels = new double[0];
    private int first;

    /**
     * Predictors at the given draws.
     *
     * @param read positions of the columns of rows that {@link #rowColumns} gives
     * @param offsets number of predictors, the first ones, to which a row's offset is added
     */
    PredictorsAtDraws(DenseKernel kernel, double[][] draws, CoefficientPlaces places, int[] read, int offsets) {
        this.products = new DrawProducts(kernel, draws, places);
        this.columns = new RowColumns(read);
        this.offsets = offsets;
        this.eta = new double[Math.multiplyExact(PredictorChunk.CAPACITY * places.predictors(), draws.length)];
        this.one = new double[places.predictors()];
    }

    public void moveTo(RowBlock block, int begin, int rows) {
        labels = block.attributes().labels();
        columns.moveTo(block);
        first = begin;
        products.predict(block, begin, rows, eta, offsets);
    }

    /** Label of a row. */
    double label(int row) {
        return labels[first + row];
    }

    /** Columns of a row, valid until the next call. */
    double[] rowColumns(int row) {
        return columns.of(first + row);
    }

    /** Adds to the predictors that include the offset of a row, at one draw. */
    void shiftPredictors(int row, int draw, double by) {
        for (int k = 0; k < offsets; k++) {
            eta[(draw * one.length + k) * PredictorChunk.CAPACITY + row] += by;
        }
    }

    /** The predictors of a row at a draw, valid until the next call. */
    public double[] predictorsOf(int row, int draw) {
        for (int k = 0; k < one.length; k++) {
            one[k] = eta[(draw * one.length + k) * PredictorChunk.CAPACITY + row];
        }
        return one;
    }
}
