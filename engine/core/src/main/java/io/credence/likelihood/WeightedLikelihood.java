package io.credence.likelihood;

import io.credence.family.law.DispersionPosterior;
import io.credence.linalg.DenseKernel;
import io.credence.statistics.PassStatistics;

/**
 * Likelihood whose losses are multiplied by a weight w. This is the power posterior p(y | η)^w (GVI section 3.3), or
 * the learning rate of any other loss. An estimated dispersion sees w rows for each row.
 *
 * @param baseLikelihood the likelihood
 * @param weight w, positive
 */
public record WeightedLikelihood(Likelihood baseLikelihood, double weight) implements DelegatingLikelihood {

    public WeightedLikelihood {
        requireWeight(weight);
    }

    public static void requireWeight(double weight) {
        if (!(weight > 0) || weight == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("the weight of a loss must be positive and finite but was " + weight);
        }
    }

    @Override
    public Likelihood withWeight(double other) {
        return other == 1 ? this : new WeightedLikelihood(baseLikelihood, weight * other);
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new WeightedLoss(baseLikelihood.loss(scale), weight);
    }

    @Override
    public DispersionPosterior dispersionTarget(
            DispersionPosterior current, PassStatistics sums, double rows, DispersionPosterior.InverseGamma prior) {
        return baseLikelihood.dispersionTarget(current, sums, weight * rows, prior);
    }

    @Override
    public boolean isLogConcave() {
        return baseLikelihood.isLogConcave();
    }

    /**
     * Loss multiplied by a weight, and so are its totals for the dispersion.
     *
     * @param inner the loss
     * @param weight weight, positive
     */
    record WeightedLoss(RowLoss inner, double weight) implements RowLoss {

        @Override
        public int predictorCount() {
            return inner.predictorCount();
        }

        @Override
        public int predictorsWithOffset() {
            return inner.predictorsWithOffset();
        }

        @Override
        public int dispersionTotalCount() {
            return inner.dispersionTotalCount();
        }

        @Override
        public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
            int k = predictorCount();
            double[] before = chunk.dispersionTotals().clone();
            inner.writeExpectedMoments(kernel, chunk);
            scale(chunk.moments().value(), 0, chunk.rows());
            scale(chunk.moments().slope(), 0, chunk.rows() * k);
            scale(chunk.moments().curvature(), 0, chunk.rows() * k * k);
            for (int j = 0; j < before.length; j++) {
                chunk.dispersionTotals()[j] = before[j] + weight * (chunk.dispersionTotals()[j] - before[j]);
            }
        }

        @Override
        public void evaluateAtDraws(DenseKernel kernel, PredictorDraws points, int from, int to) {
            inner.evaluateAtDraws(kernel, points, from, to);
            for (int s = from; s < to; s++) {
                scale(points.losses(), s * PredictorChunk.CAPACITY, points.rows());
                for (int k = 0; k < predictorCount(); k++) {
                    scale(points.slopes(), points.predictorOffset(s, k), points.rows());
                }
            }
        }

        private void scale(double[] numbers, int from, int count) {
            for (int at = from; at < from + count; at++) {
                numbers[at] *= weight;
            }
        }
    }
}
