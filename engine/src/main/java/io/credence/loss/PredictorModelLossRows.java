package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import java.util.Arrays;

/** Linear predictors of a chunk's rows at several values of θ, η[s, k, i]; the offset is part of the first. */
final class PredictorModelLossRows {

    private final DenseKernel kernel;
    private final int predictors;
    private final int columns;
    private final double[] eta;
    private final double[] product = new double[Chunk.CAPACITY];

    PredictorModelLossRows(DenseKernel kernel, int predictors, int columns, int draws) {
        this.kernel = kernel;
        this.predictors = predictors;
        this.columns = columns;
        this.eta = new double[Math.multiplyExact(Chunk.CAPACITY * predictors, draws)];
    }

    /** Computes the predictors of up to a chunk of rows at draw {@code s}, whose numbers are {@code theta}. */
    void predict(RowBlock block, int first, int rows, int s, double[] theta) {
        for (int k = 0; k < predictors; k++) {
            double[] coefficients = predictors == 1 ? theta : Arrays.copyOfRange(theta, k * columns, (k + 1) * columns);
            block.multiply(kernel, first, rows, coefficients, product);
            System.arraycopy(product, 0, eta, (s * predictors + k) * Chunk.CAPACITY, rows);
        }
        int at = s * predictors * Chunk.CAPACITY;
        for (int i = 0; i < rows; i++) {
            eta[at + i] += block.attributes().offset(first + i);
        }
    }

    /** All predictors; those of draw {@code s} begin at {@link #at}, with a column of {@link Chunk#CAPACITY} for each k. */
    double[] eta() {
        return eta;
    }

    /** Where the predictors of a draw begin. */
    int at(int s) {
        return s * predictors * Chunk.CAPACITY;
    }

    /** η_k of row {@code i} at draw {@code s}. */
    double value(int s, int k, int i) {
        return eta[(s * predictors + k) * Chunk.CAPACITY + i];
    }

    /** Writes the predictors of row {@code i} at draw {@code s}. */
    void gather(int s, int i, double[] into) {
        for (int k = 0; k < predictors; k++) {
            into[k] = value(s, k, i);
        }
    }
}
