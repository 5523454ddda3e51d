package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;

/**
 * Linear predictors of a chunk's rows at several values of θ, η[s, k, i]. The offset is part of the first predictor.
 */
final class ChunkPredictors {

    private final DrawProducts products;
    private final int predictors;
    private final double[] eta;

    ChunkPredictors(DenseKernel kernel, int predictors, int columns, double[]... thetas) {
        this.products = new DrawProducts(kernel, thetas, predictors, columns);
        this.predictors = predictors;
        this.eta = new double[Math.multiplyExact(PredictorChunk.CAPACITY * predictors, thetas.length)];
    }

    /** Computes the predictors of up to a chunk of rows at all θ. */
    void predict(RowBlock block, int first, int rows) {
        products.predict(block, first, rows, eta, 1);
    }

    /** Adds the weighted slopes times the rows to the gradients, as {@link DrawProducts#addGradients} does. */
    void addGradients(
            RowBlock block,
            int first,
            int rows,
            double[] weights,
            int stride,
            double[] slopes,
            double[] gradients,
            int dimension) {
        products.addGradients(block, first, rows, weights, stride, slopes, gradients, dimension);
    }

    /**
     * Predictors of all draws. Those of draw {@code s} begin at {@link #drawOffset}, with a column of
     * {@link PredictorChunk#CAPACITY} for each k.
     */
    double[] predictors() {
        return eta;
    }

    /** Index of the first predictor of draw {@code s}. */
    int drawOffset(int s) {
        return s * predictors * PredictorChunk.CAPACITY;
    }
}
