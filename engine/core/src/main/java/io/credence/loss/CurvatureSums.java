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
 * rows. Where predictors lack columns and rows are dense, that matrix is one of the predictors' own columns.
 */
final class CurvatureSums {

    private final DenseKernel kernel;
    private final CoefficientPlaces places;
    private final int columns;
    private final int coefficients;
    private final int predictors;
    private final PredictorDesigns designs;
    private final double[][] grams; // of all columns; empty until needed
    private final double[][] own; // of the predictors' own columns; empty until needed
    private final double[][] cross;
    private final double[][] further;
    private final double[] perColumn;
    private final double[][] products;
    private final double[][][] rows;

    /**
     * Sums that are zero.
     *
     * @param designs design matrices of the predictors
     * @param further number of parameters after the coefficients
     */
    CurvatureSums(DenseKernel kernel, CoefficientPlaces places, PredictorDesigns designs, int further) {
        this.kernel = kernel;
        this.places = places;
        this.designs = designs;
        this.columns = places.columns();
        this.predictors = places.predictors();
        this.coefficients = places.count();
        this.grams = new double[Symmetric.packedLength(predictors)][0];
        this.own = new double[grams.length][0];
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
        boolean byDesigns = designs.arePartial(block);
        if (byDesigns) {
            designs.moveTo(block, first, count);
        }
        for (int a = 0; a < predictors; a++) {
            for (int b = 0; b <= a; b++) {
                int pair = Symmetric.packedLength(a) + b;
                if (byDesigns) {
                    addOwnProduct(a, b, pair);
                } else {
                    grams[pair] =
                            grams[pair].length > 0 ? grams[pair] : new double[Math.multiplyExact(columns, columns)];
                    block.addWeightedGram(kernel, first, count, predictorDerivatives(a, b), grams[pair]);
                }
            }
            for (int e = 0; e < cross.length; e++) {
                addMixedDerivatives(block, first, count, a, e);
            }
        }
    }

    private void addOwnProduct(int a, int b, int pair) {
        int length = Math.multiplyExact(designs.columnCount(a), designs.columnCount(b));
        own[pair] = own[pair].length == length ? own[pair] : new double[length];
        double[] weights = predictorDerivatives(a, b);
        if (length > 0 && designs.haveSameColumns(a, b)) {
            designs.addWeightedGram(a, weights, own[pair]);
        } else if (length > 0) {
            designs.addWeightedCross(narrower(a, b), narrower(a, b) == a ? b : a, weights, own[pair]);
        }
    }

    /** Which of two predictors with different columns has a design of its own, and the smaller one if both have. */
    private int narrower(int a, int b) {
        boolean first = !designs.lacksColumns(b)
                || (designs.lacksColumns(a) && designs.columnCount(a) <= designs.columnCount(b));
        return first ? a : b;
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
                packed[at + j] = coefficientSum(i, j);
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

    /** Sum in the coefficients i and j ≤ i, from Gram matrices that hold only their lower triangles. */
    private double coefficientSum(int i, int j) {
        int a = places.position(i) / columns;
        int b = places.position(j) / columns;
        int pair = Symmetric.packedLength(a) + b;
        double sum = 0;
        if (grams[pair].length > 0) {
            sum += lowerEntry(grams[pair], columns, places.column(i), places.column(j));
        }
        if (own[pair].length > 0) {
            int row = i - designs.firstCoefficient(a);
            int column = j - designs.firstCoefficient(b);
            sum += designs.haveSameColumns(a, b)
                    ? lowerEntry(own[pair], designs.columnCount(a), row, column)
                    : narrower(a, b) == a
                            ? own[pair][row * designs.columnCount(b) + column]
                            : own[pair][column * designs.columnCount(a) + row];
        }
        return sum;
    }

    private static double lowerEntry(double[] gram, int order, int i, int j) {
        return gram[Math.max(i, j) * order + Math.min(i, j)];
    }
}
