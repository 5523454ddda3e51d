package io.credence.loss;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.family.Blocks;
import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.WeightedLikelihood;
import io.credence.linalg.DenseKernel;
import org.jspecify.annotations.Nullable;

/**
 * Losses of any model times a weight w, at draws: its power posterior (GVI section 3.3).
 *
 * @param inner the model's losses
 * @param weight weight w, positive
 */
public record WeightedDrawLoss(DrawLoss inner, double weight) implements DrawLoss {

    public WeightedDrawLoss {
        WeightedLikelihood.requireWeight(weight);
    }

    @Override
    public int dimension() {
        return inner.dimension();
    }

    @Override
    public boolean isLogConcave() {
        return inner.isLogConcave();
    }

    @Override
    public boolean hasGradient() {
        return inner.hasGradient();
    }

    @Override
    public boolean isRandom() {
        return inner.isRandom();
    }

    @Override
    public int anchorOrder() {
        return inner.anchorOrder();
    }

    @Override
    public boolean hasCurvature() {
        return inner.hasCurvature();
    }

    @Override
    public boolean isDecomposed() {
        return inner.isDecomposed();
    }

    @Override
    public Evaluator evaluator(DenseKernel kernel, Draws draws, @Nullable ExpansionPoint anchor) {
        return new WeightedEvaluator(inner.evaluator(kernel, draws, anchor), weight, draws.count());
    }

    /**
     * Evaluator of the weighted losses. The remainder after an expansion has the weight of the loss that was expanded.
     */
    private static final class WeightedEvaluator implements Evaluator {
        private final Evaluator inner;
        private final double weight;
        private final int draws;
        private double[] scaled = new double[0];

        WeightedEvaluator(Evaluator inner, double weight, int draws) {
            this.inner = inner;
            this.weight = weight;
            this.draws = draws;
        }

        @Override
        public void valuesAlone() {
            inner.valuesAlone();
        }

        @Override
        public void position(int partition, long row) {
            inner.position(partition, row);
        }

        @Override
        public int rowsTogether(RowBlock block, int first) {
            return inner.rowsTogether(block, first);
        }

        @Override
        public int forward(RowBlock block, int first, int rows, double[] losses) {
            int units = inner.forward(block, first, rows, losses);
            for (int s = 0; s < draws; s++) {
                for (int at = s * PredictorChunk.CAPACITY; at < s * PredictorChunk.CAPACITY + units; at++) {
                    losses[at] *= weight;
                }
            }
            return units;
        }

        @Override
        public void pullback(double[] weights, double[] gradients) {
            inner.pullback(scaled(weights), gradients);
        }

        @Override
        public void addCurvature(double[] rowWeights) {
            inner.addCurvature(scaled(rowWeights));
        }

        @Override
        public double[] curvature() {
            return inner.curvature();
        }

        @Override
        public void separate(Blocks factors) {
            inner.separate(factors);
        }

        @Override
        public void addBlankets(double[] weights, double[] blankets) {
            inner.addBlankets(scaled(weights), blankets);
        }

        private double[] scaled(double[] weights) {
            if (scaled.length != weights.length) {
                scaled = new double[weights.length];
            }
            for (int at = 0; at < weights.length; at++) {
                scaled[at] = weight * weights[at];
            }
            return scaled;
        }
    }
}
