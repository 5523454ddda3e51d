package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.MatrixView;
import io.credence.model.CoefficientPlaces;
import java.util.Arrays;

/**
 * Linear predictors of a chunk of rows at all draws, and their pullback to coefficients. Each takes one matrix product
 * per predictor, over the columns of the predictor where rows are dense. Coefficients stand in θ at their
 * {@link CoefficientPlaces}; predictor k of row i at draw s is at {@code (s · K + k) · CAPACITY + i}.
 */
final class DrawProducts {
    // A product costs more than a loop over the rows where there is only one draw.

    /**
     * Largest number of draws whose weighted slopes are formed at a time. It is enough for a product, and few enough
     * for memory.
     */
    private static final int TOGETHER = 128;

    private final DenseKernel kernel;
    private final CoefficientPlaces places;
    private final boolean partial;
    private final PredictorDesigns designs;
    private final double[] own; // coefficients of all draws as θ has them, where predictors lack columns
    private final int draws;
    private final int predictors;
    private final int columns;
    private final double[] theta;
    private double[] weighted = new double[0]; // made when gradients are first pulled back

    DrawProducts(DenseKernel kernel, double[][] thetas, CoefficientPlaces places) {
        this.kernel = kernel;
        this.places = places;
        this.partial = !places.areAll();
        this.designs = new PredictorDesigns(kernel, places);
        this.draws = thetas.length;
        this.predictors = places.predictors();
        this.columns = places.columns();
        int length = Math.multiplyExact(predictors, columns);
        this.theta = new double[Math.multiplyExact(draws, length)];
        for (int s = 0; s < draws; s++) {
            places.spread(thetas[s], theta, s * length);
        }
        this.own = new double[partial ? Math.multiplyExact(draws, places.count()) : 0];
        for (int s = 0; partial && s < draws; s++) {
            System.arraycopy(thetas[s], 0, own, s * places.count(), places.count());
        }
    }

    /** Design matrices of the predictors, moved to the rows of the last products. */
    PredictorDesigns designs() {
        return designs;
    }

    /** Computes all predictors; a row's offset is added to the first {@code offsets} of them. */
    public void predict(RowBlock block, int first, int rows, double[] eta, int offsets) {
        int vectors = draws * predictors;
        if (designs.arePartial(block)) {
            designs.moveTo(block, first, rows);
            for (int k = 0; k < predictors; k++) {
                predictByDesign(k, rows, eta);
            }
        } else if (vectors == 1) {
            block.multiply(kernel, first, rows, theta, eta);
        } else {
            MatrixView out = new MatrixView(eta, 0, vectors, rows, PredictorChunk.CAPACITY);
            block.multiply(kernel, first, rows, MatrixView.of(theta, vectors, columns), out);
        }
        double[] known = block.attributes().offsets();
        for (int v = 0; known != null && v < vectors; v++) {
            for (int i = 0, at = v * PredictorChunk.CAPACITY; v % predictors < offsets && i < rows; i++) {
                eta[at + i] += known[first + i];
            }
        }
    }

    private void predictByDesign(int k, int rows, double[] eta) {
        int width = designs.columnCount(k);
        MatrixView out =
                new MatrixView(eta, k * PredictorChunk.CAPACITY, draws, rows, predictors * PredictorChunk.CAPACITY);
        if (width > 0) {
            designs.multiply(k, new MatrixView(own, designs.firstCoefficient(k), draws, width, places.count()), out);
        }
        for (int s = 0; width == 0 && s < draws; s++) {
            Arrays.fill(eta, out.rowOffset(s), out.rowOffset(s) + rows, 0);
        }
    }

    /**
     * Adds {@code Σ_i weights[s, i] · slopes[s, k, i] · x_i} to the coefficients of predictor k in {@code gradients[s]}.
     *
     * @param weights weight of row i at draw s at s · stride + i
     * @param stride CAPACITY, or 0 where rows have the same weight at every draw
     * @param slopes slopes, laid out as the predictors
     * @param gradients S × {@code dimension}, the coefficients first in each row
     */
    public void addGradients(
            RowBlock block,
            int first,
            int rows,
            double[] weights,
            int stride,
            double[] slopes,
            double[] gradients,
            int dimension) {
        if (partial && !designs.arePartial(block)) {
            int all = predictors * columns;
            double[] sums = new double[draws * all];
            addSums(block, first, rows, weights, stride, slopes, sums, all);
            for (int s = 0; s < draws; s++) {
                places.addFrom(sums, s * all, gradients, s * dimension);
            }
            return;
        }
        addSums(block, first, rows, weights, stride, slopes, gradients, dimension);
    }

    private void addSums(
            RowBlock block,
            int first,
            int rows,
            double[] weights,
            int stride,
            double[] slopes,
            double[] gradients,
            int dimension) {
        boolean byDesigns = designs.arePartial(block);
        if (byDesigns) {
            designs.moveTo(block, first, rows);
        }
        boolean plain = stride == 0 && areAllOne(weights, rows);
        if (!plain && weighted.length == 0) {
            weighted = new double[Math.min(TOGETHER, draws) * predictors * PredictorChunk.CAPACITY];
        }
        for (int from = 0; from < draws; from += TOGETHER) {
            int count = Math.min(TOGETHER, draws - from);
            int slopesAt = from * predictors * PredictorChunk.CAPACITY;
            for (int v = 0; !plain && v < count * predictors; v++) {
                int at = v * PredictorChunk.CAPACITY;
                weightSlopes(weights, (from + v / predictors) * stride, slopes, slopesAt + at, at, rows);
            }
            double[] factors = plain ? slopes : weighted;
            if (draws * predictors == 1 && !byDesigns) {
                block.addWeightedRows(kernel, first, rows, factors, gradients);
                return;
            }
            for (int k = 0; k < predictors; k++) {
                int at = (plain ? slopesAt : 0) + k * PredictorChunk.CAPACITY;
                MatrixView panel = new MatrixView(factors, at, count, rows, predictors * PredictorChunk.CAPACITY);
                int width = byDesigns ? designs.columnCount(k) : columns;
                if (width > 0) {
                    int to = from * dimension + (byDesigns ? designs.firstCoefficient(k) : k * columns);
                    addProduct(block, first, rows, k, panel, new MatrixView(gradients, to, count, width, dimension));
                }
            }
        }
    }

    private void addProduct(RowBlock block, int first, int rows, int k, MatrixView weights, MatrixView sums) {
        if (designs.arePartial(block)) {
            designs.addWeightedRows(k, weights, sums);
        } else {
            block.addWeightedRows(kernel, first, rows, weights, sums);
        }
    }

    private static boolean areAllOne(double[] weights, int rows) {
        boolean one = true;
        for (int i = 0; i < rows; i++) {
            one &= weights[i] == 1;
        }
        return one;
    }

    private void weightSlopes(double[] weights, int weightsAt, double[] slopes, int slopesAt, int at, int rows) {
        for (int i = 0; i < rows; i++) {
            weighted[at + i] = weights[weightsAt + i] * slopes[slopesAt + i];
        }
    }
}
