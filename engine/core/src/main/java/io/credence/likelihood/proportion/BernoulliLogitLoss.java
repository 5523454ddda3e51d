package io.credence.likelihood.proportion;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;

/** Logistic loss of labels 0 and 1: log(1 + e^η) − yη. */
public record BernoulliLogitLoss() implements RowLoss {

    @Override
    public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
        chunk.softplus()
                .expect(kernel, chunk.predictorMeans(), chunk.predictorCovariances(), 0, chunk.rows(), chunk.moments());
        for (int i = 0; i < chunk.rows(); i++) {
            chunk.moments().value()[i] -= chunk.label()[i] * chunk.predictorMeans()[i];
            chunk.moments().slope()[i] -= chunk.label()[i];
        }
    }

    @Override
    public void evaluateAtDraws(DenseKernel kernel, PredictorDraws points, int from, int to) {
        kernel.logistic(
                points.viewOfDraws(points.predictors(), from, to),
                points.label(),
                points.viewOfDraws(points.losses(), from, to),
                points.viewOfDraws(points.slopes(), from, to));
    }
}
