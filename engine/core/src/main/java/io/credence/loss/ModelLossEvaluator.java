package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.family.Blocks;
import io.credence.likelihood.PredictorChunk;
import io.credence.loss.model.ChunkExpansion;
import io.credence.loss.model.ChunkLosses;
import io.credence.loss.model.ModelLossDraws;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a user's model of any kind chunk by chunk. Losses and slopes are those of a function of numbers; slopes in
 * parameters go through their constraints, and slopes in linear predictors, where the function has these, through a matrix
 * product.
 */
final class ModelLossEvaluator implements DrawLoss.Evaluator {

    private final ChunkLosses source;
    private final ModelLossDraws draws;
    private final @Nullable ChunkExpansion anchor;
    private final @Nullable ChunkPredictors predicted;
    private final @Nullable Supplier<PredictorModelLossCurvature> curvatures;
    private @Nullable PredictorModelLossCurvature curvature;
    private final double[] perRow; // slopes in linear predictors, less those of the expansion
    private final double[] sums;
    private @Nullable RowBlock block;
    private int first;
    private int rows;

    /** An evaluator of losses whose function takes the parameters alone. */
    ModelLossEvaluator(ChunkLosses source, ModelLossDraws draws, @Nullable ChunkExpansion anchor) {
        this(source, draws, anchor, null, null);
    }

    /**
     * An evaluator of losses.
     *
     * @param anchor expansion that is subtracted from the losses; null for none
     * @param predicted linear predictors that the function takes; null for none
     * @param curvatures maker of the sums of second derivatives; null where there are none
     */
    ModelLossEvaluator(
            ChunkLosses source,
            ModelLossDraws draws,
            @Nullable ChunkExpansion anchor,
            @Nullable ChunkPredictors predicted,
            @Nullable Supplier<PredictorModelLossCurvature> curvatures) {
        this.source = source;
        this.draws = draws;
        this.anchor = anchor;
        this.predicted = predicted;
        this.curvatures = curvatures;
        this.perRow = new double[predicted == null ? 0 : predicted.values().length];
        this.sums = new double[draws.constrainedCount()];
    }

    @Override
    public int rowCountTogether(RowBlock next, int from) {
        return source.rowCountTogether(next, from);
    }

    @Override
    public void setRowPosition(int partition, long row) {
        source.setRowPosition(partition, row);
    }

    @Override
    public int computeLosses(RowBlock next, int from, int count, double[] losses) {
        block = next;
        first = from;
        rows = count;
        if (predicted != null) {
            predicted.predict(next, from, count);
        }
        int units = source.computeLosses(next, from, count, losses);
        if (anchor != null) {
            anchor.expandAt(next, from, count);
            for (int s = 0; s < draws.count(); s++) {
                anchor.subtractFrom(s, losses);
            }
        }
        return units;
    }

    @Override
    public @Nullable String explainLoss(int i, int s) {
        return source.explain(i, s);
    }

    @Override
    public void addGradients(double[] weights, double[] gradients) {
        addGradients(weights, PredictorChunk.CAPACITY, gradients);
    }

    @Override
    public void addGradients(double[] rowWeights, double[] room, double[] gradients) {
        addGradients(rowWeights, 0, gradients);
    }

    private void addGradients(double[] weights, int stride, double[] gradients) {
        RowBlock shown = block;
        if (shown == null) {
            throw new IllegalStateException("a gradient needs a forward before it");
        }
        for (int s = 0; s < draws.count(); s++) {
            source.sumSlopes(s, weights, s * stride, sums, perRow);
            draws.addPullback(s, sums, gradients);
            if (anchor != null) {
                anchor.subtractSlopes(s, perRow);
                anchor.subtractGradient(s, weights, s * stride, gradients);
            }
        }
        if (predicted != null) {
            int dimension = gradients.length / draws.count();
            predicted.addGradients(shown, first, rows, weights, stride, perRow, gradients, dimension);
        }
    }

    @Override
    public void addCurvature(double[] rowWeights) {
        PredictorModelLossCurvature added = curvature();
        RowBlock shown = block;
        if (shown == null || anchor != null) {
            throw new IllegalStateException("second derivatives are those of whole losses after a forward");
        }
        added.addDerivatives(shown, first, rows, rowWeights);
    }

    @Override
    public double[] packedCurvatureSum() {
        return curvature().packedSum();
    }

    private PredictorModelLossCurvature curvature() {
        if (curvatures == null) {
            throw new UnsupportedOperationException("the loss has no second derivatives");
        }
        PredictorModelLossCurvature known = curvature;
        if (known == null) {
            known = curvatures.get();
            curvature = known;
        }
        return known;
    }

    @Override
    public void announceBlankets(Blocks factors) {
        source.announceBlankets(factors);
    }

    @Override
    public void addBlankets(double[] weights, double[] blankets) {
        source.addBlankets(weights, blankets);
    }
}
