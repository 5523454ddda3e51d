package io.credence.likelihood.proportion;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;

/** Logistic loss of labels 0 and 1: log(1 + e^η) − yη. */
public record BernoulliLogitLoss() implements RowLoss {

    @Override
    public void expect(DenseKernel kernel, PredictorChunk chunk) {
        chunk.softplus().expect(kernel, chunk.mean(), chunk.variance(), 0, chunk.rows(), chunk.moments());
        for (int i = 0; i < chunk.rows(); i++) {
            chunk.moments().value()[i] -= chunk.label()[i] * chunk.mean()[i];
            chunk.moments().slope()[i] -= chunk.label()[i];
        }
    }

    @Override
    public void evaluate(DenseKernel kernel, PredictorDraws points, int from, int to) {
        kernel.logistic(
                points.panel(points.eta(), from, to),
                points.label(),
                points.panel(points.value(), from, to),
                points.panel(points.slope(), from, to));
    }
}
