package io.credence.loss;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.JavaDenseKernel;

/**
 * What a loss of one linear predictor gives for one row.
 *
 * @param totals scale totals that the row added
 */
public record ExpectedRow(double value, double slope, double curvature, double[] totals) {

    public static ExpectedRow of(RowLoss loss, double label, double mean, double variance) {
        return of(loss, label, 1, mean, variance);
    }

    public static ExpectedRow of(RowLoss loss, double label, double weight, double mean, double variance) {
        double[] totals = new double[loss.dispersionTotalCount()];
        PredictorChunk chunk = new PredictorChunk(1, totals);
        chunk.resize(1);
        chunk.label()[0] = label;
        chunk.weight()[0] = weight;
        chunk.predictorMeans()[0] = mean;
        chunk.predictorCovariances()[0] = variance;
        loss.writeExpectedMoments(JavaDenseKernel.INSTANCE, chunk);
        return new ExpectedRow(
                chunk.moments().value()[0],
                chunk.moments().slope()[0],
                chunk.moments().curvature()[0],
                totals);
    }
}
