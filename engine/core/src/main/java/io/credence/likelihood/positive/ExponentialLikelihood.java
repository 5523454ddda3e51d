package io.credence.likelihood.positive;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.InverseLink;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;

/** Exponential likelihood of times, some of which may be censored, with log link of their mean. */
public record ExponentialLikelihood() implements CensoredTimes {
    @Override
    public String name() {
        return "exponential";
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new ExponentialLoss();
    }

    @Override
    public InverseLink inverseLink() {
        return InverseLink.EXP;
    }

    @Override
    public boolean isLogConcave() {
        return true;
    }

    /**
     * Loss of an exponential time t of mean e^η, which may be censored. It is te^{−η}, plus η where t is not censored,
     * in closed form since E e^{−η} = exp(−m + v/2); the label of a censored time is −t.
     */
    record ExponentialLoss() implements RowLoss {

        @Override
        public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
            for (int i = 0; i < chunk.rows(); i++) {
                double label = chunk.label()[i];
                double event = label > 0 ? 1 : 0;
                double ratio =
                        Math.abs(label) * Math.exp(-chunk.predictorMeans()[i] + 0.5 * chunk.predictorCovariances()[i]);
                chunk.moments().value()[i] = ratio + event * chunk.predictorMeans()[i];
                chunk.moments().slope()[i] = event - ratio;
                chunk.moments().curvature()[i] = ratio;
            }
        }

        @Override
        public void evaluateAtDraws(DenseKernel kernel, PredictorDraws points, int from, int to) {
            double[] minus = points.workspace(0);
            double[] ratio = points.workspace(1);
            for (int s = from; s < to; s++) {
                int at = points.predictorOffset(s, 0);
                for (int i = 0; i < points.rows(); i++) {
                    minus[i] = -points.predictors()[at + i];
                }
                kernel.exp(minus, 0, points.rows(), ratio);
                for (int i = 0; i < points.rows(); i++) {
                    double label = points.label()[i];
                    double event = label > 0 ? 1 : 0;
                    ratio[i] *= Math.abs(label);
                    points.losses()[at + i] = ratio[i] + event * points.predictors()[at + i];
                    points.slopes()[at + i] = event - ratio[i];
                }
            }
        }
    }
}
