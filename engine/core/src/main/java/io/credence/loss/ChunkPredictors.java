package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import io.credence.loss.model.FormulaLosses.VaryingInputs;
import io.credence.model.CoefficientPlaces;

/**
 * Linear predictors of a chunk's rows at several values of θ, η[s, k, i]. The offset is part of the first predictor.
 */
final class ChunkPredictors {

    private final DrawProducts products;
    private final VaryingInputs eta;

    ChunkPredictors(DenseKernel kernel, CoefficientPlaces places, double[]... thetas) {
        int predictors = places.predictors();
        this.products = new DrawProducts(kernel, thetas, places);
        this.eta = new VaryingInputs(
                predictors, new double[Math.multiplyExact(PredictorChunk.CAPACITY * predictors, thetas.length)]);
    }

    /** Computes the predictors of up to a chunk of rows at all θ. */
    void predict(RowBlock block, int first, int rows) {
        products.predict(block, first, rows, eta.values(), 1);
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

    /** Design matrices of the predictors. */
    PredictorDesigns designs() {
        return products.designs();
    }

    /** Predictors of all draws, those of draw {@code s} from {@link VaryingInputs#drawOffset} on. */
    VaryingInputs inputs() {
        return eta;
    }

    /** Predictors of all draws. */
    double[] values() {
        return eta.values();
    }

    /** Index of the first predictor of draw {@code s}. */
    int drawOffset(int s) {
        return eta.drawOffset(s);
    }
}
