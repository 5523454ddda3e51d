package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.model.CoefficientPlaces;
import java.util.Arrays;

/**
 * Second derivatives of losses, summed over rows, in the coefficients of K linear predictors and in the parameters
 * after them. Coefficients stand at their {@link CoefficientPlaces}; each pair of predictors has one Gram matrix of the
 * rows.
 */
final class CurvatureSums {

    private final DenseKernel kernel;
    private final CoefficientPlaces places;
    private final int columns;
    private final int coefficients;
    private final int predictors;
    private final double[][] grams;
    private final double[][] cross;
    private final double[][] further;
    private final double[] perColumn;
    private final double[][] products;
    private final double[][][] rows;

    CurvatureSums(DenseKernel kernel, CoefficientPlaces places, int further) {
        this.kernel = kernel;
        this.places = places;
        this.columns = places.columns();
        this.predictors = places.predictors();
        this.coefficients = places.count();
        this.grams = new double[Symmetric.packedLength(predictors)][Math.multiplyExact(columns, columns)];
        this.cross = new double[further][predictors * columns];
        this.further = new double[further][further];
        this.perColumn = new double[columns];
        this.products = new double[predictors * predictors][PredictorChunk.CAPACITY];
        this.rows = new double[predictors][further][PredictorChunk.CAPACITY];
    }

    /** Begins a chunk of rows, and sets its second derivatives to zero. */
    public void begin() {
        for (double[] column : products) {
            Arrays.fill(column, 0);
        }
        for (double[][] ofPredictor : rows) {
            for (double[] column : ofPredictor) {
                Arrays.fill(column, 0);
            }
        }
    }

    /** Second derivatives in the predictors a and b ≤ a, one per row of the chunk. The caller adds to them. */
    public double[] predictorDerivatives(int a, int b) {
        return products[a * predictors + b];
    }

    /**
     * Second derivatives in predictor a and parameter e after the coefficients, one per row of the chunk. The caller
     * adds to them.
     */
    public double[] mixedDerivatives(int a, int e) {
        return rows[a][e];
    }

    /** Adds the second derivatives of the chunk to the sums. */
    public void end(RowBlock block, int first, int count) {
        for (int a = 0; a < predictors; a++) {
            for (int b = 0; b <= a; b++) {
                double[] gram = grams[Symmetric.packedLength(a) + b];
                block.addWeightedGram(kernel, first, count, predictorDerivatives(a, b), gram);
            }
            for (int e = 0; e < cross.length; e++) {
                addMixedDerivatives(block, first, count, a, e);
            }
        }
    }

    private void addMixedDerivatives(RowBlock block, int first, int count, int a, int e) {
        Arrays.fill(perColumn, 0);
        block.addWeightedRows(kernel, first, count, mixedDerivatives(a, e), perColumn);
        for (int j = 0; j < columns; j++) {
            cross[e][a * columns + j] += perColumn[j];
        }
    }

    /** Adds a second derivative in the parameters e and f ≤ e after the coefficients. */
    public void add(int e, int f, double value) {
        further[e][f] += value;
    }

    /** The packed lower triangle of the sums in all parameters. */
    public double[] packedSums() {
        int d = coefficients + cross.length;
        double[] packed = new double[Symmetric.packedLength(d)];
        for (int i = 0; i < coefficients; i++) {
            int at = Symmetric.packedLength(i);
            for (int j = 0; j <= i; j++) {
                packed[at + j] = coefficientSum(places.position(i), places.position(j));
            }
        }
        for (int e = 0; e < cross.length; e++) {
            int at = Symmetric.packedLength(coefficients + e);
            for (int j = 0; j < coefficients; j++) {
                packed[at + j] = cross[e][places.position(j)];
            }
            System.arraycopy(further[e], 0, packed, at + coefficients, e + 1);
        }
        return packed;
    }

    /** Sum in the coefficients at the positions i and j, from Gram matrices that hold only their lower triangles. */
    private double coefficientSum(int i, int j) {
        double[] gram = grams[Symmetric.packedLength(i / columns) + j / columns];
        int row = Math.max(i % columns, j % columns);
        int column = Math.min(i % columns, j % columns);
        return gram[row * columns + column];
    }
}
