package io.credence.likelihood.positive;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;

/**
 * Loss of an exponential time t of mean e^η, whose label is −t where it is censored: te^{−η}, plus η where it is not;
 * in closed form since E e^{−η} = exp(−m + v/2).
 */
record ExponentialLoss() implements RowLoss {

    @Override
    public void expect(DenseKernel kernel, PredictorChunk chunk) {
        for (int i = 0; i < chunk.rows(); i++) {
            double label = chunk.label()[i];
            double event = label > 0 ? 1 : 0;
            double ratio = Math.abs(label) * Math.exp(-chunk.mean()[i] + 0.5 * chunk.variance()[i]);
            chunk.moments().value()[i] = ratio + event * chunk.mean()[i];
            chunk.moments().slope()[i] = event - ratio;
            chunk.moments().curvature()[i] = ratio;
        }
    }

    @Override
    public void evaluate(DenseKernel kernel, PredictorDraws points, int from, int to) {
        double[] minus = points.scratch(0);
        double[] ratio = points.scratch(1);
        for (int s = from; s < to; s++) {
            int at = points.at(s, 0);
            for (int i = 0; i < points.rows(); i++) {
                minus[i] = -points.eta()[at + i];
            }
            kernel.exp(minus, 0, points.rows(), ratio);
            for (int i = 0; i < points.rows(); i++) {
                double label = points.label()[i];
                double event = label > 0 ? 1 : 0;
                ratio[i] *= Math.abs(label);
                points.value()[at + i] = ratio[i] + event * points.eta()[at + i];
                points.slope()[at + i] = event - ratio[i];
            }
        }
    }
}
