package io.credence.network.dense;

import io.credence.network.row.NetworkRows;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Moments of a layer's inputs: mean, mean square and variance, with the slopes of the objective in them. There is one
 * row of numbers per input and one column per row of data; the first input is 1. Inputs that are known have no
 * variance.
 */
final class UnitMoments {

    final double[] mean;
    final double[] square;
    final double @Nullable [] variance;
    final double[] meanSlope;
    final double[] squareSlope;
    final double @Nullable [] varianceSlope;

    /**
     * Allocates moments of inputs.
     *
     * @param inputs number of inputs, the one that is 1 included
     * @param spread whether they have variances
     * @param sloped whether slopes in them are requested
     */
    UnitMoments(int inputs, int rows, boolean spread, boolean sloped) {
        this.mean = new double[inputs * rows];
        this.square = new double[inputs * rows];
        this.variance = spread ? new double[inputs * rows] : null;
        this.meanSlope = new double[sloped ? inputs * rows : 0];
        this.squareSlope = new double[sloped ? inputs * rows : 0];
        this.varianceSlope = spread ? new double[inputs * rows] : null;
    }

    /** Takes the features of rows as known inputs, in which no slopes are requested. */
    UnitMoments(NetworkRows.Batch rows) {
        this.mean = rows.features();
        this.square = rows.squares();
        this.variance = null;
        this.meanSlope = new double[0];
        this.squareSlope = new double[0];
        this.varianceSlope = null;
    }

    /** Sets the first input, which is 1 in every row. */
    void begin(int rows) {
        Arrays.fill(mean, 0, rows, 1);
        Arrays.fill(square, 0, rows, 1);
    }
}
