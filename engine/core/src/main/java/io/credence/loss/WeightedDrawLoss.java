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
    public int maxExpansionOrder() {
        return inner.maxExpansionOrder();
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
        public void announceNoGradients() {
            inner.announceNoGradients();
        }

        @Override
        public void setRowPosition(int partition, long row) {
            inner.setRowPosition(partition, row);
        }

        @Override
        public int rowCountTogether(RowBlock block, int first) {
            return inner.rowCountTogether(block, first);
        }

        @Override
        public int computeLosses(RowBlock block, int first, int rows, double[] losses) {
            int units = inner.computeLosses(block, first, rows, losses);
            for (int s = 0; s < draws; s++) {
                for (int at = s * PredictorChunk.CAPACITY; at < s * PredictorChunk.CAPACITY + units; at++) {
                    losses[at] *= weight;
                }
            }
            return units;
        }

        @Override
        public @Nullable String explainLoss(int i, int s) {
            return inner.explainLoss(i, s);
        }

        @Override
        public void addGradients(double[] weights, double[] gradients) {
            inner.addGradients(scaledWeights(weights), gradients);
        }

        @Override
        public void addCurvature(double[] rowWeights) {
            inner.addCurvature(scaledWeights(rowWeights));
        }

        @Override
        public double[] packedCurvatureSum() {
            return inner.packedCurvatureSum();
        }

        @Override
        public void announceBlankets(Blocks factors) {
            inner.announceBlankets(factors);
        }

        @Override
        public void addBlankets(double[] weights, double[] blankets) {
            inner.addBlankets(scaledWeights(weights), blankets);
        }

        private double[] scaledWeights(double[] weights) {
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
