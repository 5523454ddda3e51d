package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;

/**
 * Second derivatives of a sum of losses in the coefficients of K linear predictors, those of predictor k from k · columns on, and in
 * the parameters behind them: one Gram matrix of the rows for each pair of predictors.
 */
final class CurvatureSums {

    private final DenseKernel kernel;
    private final int columns;
    private final int coefficients;
    private final double[][] grams;
    private final double[][] cross;
    private final double[][] further;
    private final double[] perColumn;

    CurvatureSums(DenseKernel kernel, int predictors, int columns, int further) {
        this.kernel = kernel;
        this.columns = columns;
        this.coefficients = Math.multiplyExact(predictors, columns);
        this.grams = new double[Symmetric.packedLength(predictors)][Math.multiplyExact(columns, columns)];
        this.cross = new double[further][coefficients];
        this.further = new double[further][further];
        this.perColumn = new double[columns];
    }

    /** Adds the rows' weighted products for predictors a and b ≤ a. */
    void addProducts(RowBlock block, int first, int rows, int a, int b, double[] weights) {
        block.addWeightedGram(kernel, first, rows, weights, grams[Symmetric.packedLength(a) + b]);
    }

    /** Adds the weighted rows for predictor a and parameter e behind the coefficients. */
    void addRows(RowBlock block, int first, int rows, int a, int e, double[] weights) {
        java.util.Arrays.fill(perColumn, 0);
        block.addWeightedRows(kernel, first, rows, weights, perColumn);
        for (int j = 0; j < columns; j++) {
            cross[e][a * columns + j] += perColumn[j];
        }
    }

    /** Adds a second derivative in the parameters e and f ≤ e behind the coefficients. */
    void add(int e, int f, double value) {
        further[e][f] += value;
    }

    /** The packed lower triangle of all. */
    double[] packed() {
        int d = coefficients + cross.length;
        double[] packed = new double[Symmetric.packedLength(d)];
        for (int i = 0; i < coefficients; i++) {
            int at = Symmetric.packedLength(i);
            for (int j = 0; j <= i; j++) {
                packed[at + j] = ofCoefficients(i, j);
            }
        }
        for (int e = 0; e < cross.length; e++) {
            int at = Symmetric.packedLength(coefficients + e);
            System.arraycopy(cross[e], 0, packed, at, coefficients);
            System.arraycopy(further[e], 0, packed, at + coefficients, e + 1);
        }
        return packed;
    }

    /** Grams have their lower triangles alone. */
    private double ofCoefficients(int i, int j) {
        double[] gram = grams[Symmetric.packedLength(i / columns) + j / columns];
        int row = Math.max(i % columns, j % columns);
        int column = Math.min(i % columns, j % columns);
        return gram[row * columns + column];
    }
}
