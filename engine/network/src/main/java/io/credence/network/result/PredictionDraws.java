package io.credence.network.result;

import java.util.Arrays;

/**
 * Draws of a trained posterior, each with its share, and the prediction of a row at each.
 * Not thread-safe.
 */
public interface PredictionDraws {

    /** Number of draws. */
    int count();

    /** Share of each draw; equal shares where nothing else is known. */
    default double[] drawWeights() {
        double[] shares = new double[count()];
        Arrays.fill(shares, 1.0 / shares.length);
        return shares;
    }

    /**
     * Moves to a row.
     *
     * @param row numbers of the row, a leading 1 included
     */
    void moveTo(double[] row);

    /** Linear predictors of the row at draw {@code s}; of normal labels the mean. */
    default double[] linearPredictors(int s) {
        return new double[] {labelMean(s)};
    }

    /** Mean of normal labels of the row at draw {@code s}. */
    double labelMean(int s);

    /** Variance of the {@link #labelMean} at draw {@code s}; 0 where a draw leaves none. */
    double variance(int s);

    /** Variance of normal labels of the row around their mean at draw {@code s}. */
    double noiseVariance(int s);
}
