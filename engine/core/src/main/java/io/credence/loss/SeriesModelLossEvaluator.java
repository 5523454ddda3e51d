package io.credence.loss;

import io.credence.autodiff.RecordedFunction;
import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.loss.model.ModelLossDraws;
import io.credence.loss.model.RowFailure;
import io.credence.loss.model.SeriesReplay;
import io.credence.model.Parameters;
import io.credence.model.Series;
import io.credence.model.SeriesModel;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a model series by series at all draws: by its recording, or by forward differentiation where it has none.
 */
final class SeriesModelLossEvaluator implements DrawLoss.Evaluator {

    private final SeriesModel model;
    private final boolean differentiable;
    private final UUID id;
    private final Parameters parameters;
    private final int dimension;
    private final ModelLossDraws draws;
    private @Nullable Series series;
    private @Nullable SeriesReplay replay;

    SeriesModelLossEvaluator(SeriesModelLoss loss, ModelLossDraws draws) {
        this.model = loss.model();
        this.differentiable = loss.hasGradient();
        this.id = loss.id();
        this.parameters = loss.parameters();
        this.dimension = loss.dimension();
        this.draws = draws;
    }

    @Override
    public int rowCountTogether(RowBlock block, int first) {
        return block.rows() - first;
    }

    @Override
    public int computeLosses(RowBlock block, int first, int rows, double[] losses) {
        if (first != 0 || rows != block.rows()) {
            throw new IllegalArgumentException("a series must be whole, rows 0 to " + (block.rows() - 1) + ", but rows "
                    + first + " to " + (first + rows - 1) + " were requested");
        }
        Series next = Series.of(block);
        series = next;
        replay = null;
        try {
            if (differentiable) {
                RecordedFunction recorded = SeriesReplay.findRecording(id, model, block, next, draws);
                replay = recorded == null ? null : new SeriesReplay(recorded, draws);
            }
            if (replay != null) {
                replay.computeLosses(losses);
                return 1;
            }
            for (int s = 0; s < draws.count(); s++) {
                losses[s * PredictorChunk.CAPACITY] = -model.logLikelihood(next, draws.constrainedValues(s));
            }
        } catch (RuntimeException e) {
            throw RowFailure.ofRow(model, 0, e);
        }
        return 1;
    }

    @Override
    public void addGradients(double[] weights, double[] gradients) {
        if (!differentiable || series == null) {
            throw new IllegalStateException("a gradient needs a differentiable model, and a forward before it");
        }
        double[][] slopes =
                replay == null ? SeriesReplay.slopesWithoutRecording(model, series, draws) : replay.slopes();
        double[] weighted = new double[parameters.constrainedCount()];
        for (int s = 0; s < draws.count(); s++) {
            for (int j = 0; j < weighted.length; j++) {
                weighted[j] = -weights[s * PredictorChunk.CAPACITY] * slopes[s][j];
            }
            parameters.addPullback(draws.unconstrainedDraw(s), 0, weighted, gradients, s * dimension);
        }
    }
}
