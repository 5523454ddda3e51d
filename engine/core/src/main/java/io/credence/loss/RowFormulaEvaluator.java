package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.Vectors;
import io.credence.loss.model.LossColumnCache;
import io.credence.loss.model.LossColumns;
import io.credence.loss.model.ModelLossDraws;
import io.credence.model.Parameters;
import org.jspecify.annotations.Nullable;

/** Evaluates a chunk draw by draw, with the losses of its rows and their slopes in the parameters in columns. */
final class RowFormulaEvaluator implements DrawLoss.Evaluator {

    private static final double[] NONE = new double[0];

    private final Parameters parameters;
    private final int dimension;
    private final ModelLossDraws draws;
    private final LossColumnCache found;
    private final @Nullable RowFormulaExpansion anchor;
    private final double[] sums;
    private int rows = -1;

    RowFormulaEvaluator(
            LossColumns losses, Parameters parameters, ModelLossDraws draws, @Nullable ExpansionPoint anchor) {
        this.parameters = parameters;
        this.dimension = parameters.dimension();
        this.draws = draws;
        this.sums = new double[parameters.constrainedCount()];
        this.found = new LossColumnCache(losses, sums.length, draws.count());
        this.anchor = anchor == null ? null : new RowFormulaExpansion(losses, parameters, anchor.point(), draws);
    }

    @Override
    public int computeLosses(RowBlock block, int first, int count, double[] losses) {
        rows = count;
        found.moveTo(block, first, count);
        if (anchor != null) {
            anchor.expandAtRows();
        }
        for (int s = 0; s < draws.count(); s++) {
            System.arraycopy(
                    found.lossesAtDraw(s, NONE, 0, draws.constrainedValues(s))[0], 0, losses, s * PredictorChunk.CAPACITY, count);
            if (anchor != null) {
                anchor.subtractFrom(s, count, losses);
            }
        }
        return count;
    }

    @Override
    public void addGradients(double[] weights, double[] gradients) {
        if (rows < 0) {
            throw new IllegalStateException("a gradient needs a forward before it");
        }
        for (int s = 0; s < draws.count(); s++) {
            double[][] slopes = found.slopesAtDraw(s, NONE, 0, draws.constrainedValues(s));
            for (int j = 0; j < sums.length; j++) {
                sums[j] = Vectors.dot(weights, s * PredictorChunk.CAPACITY, slopes[1 + j], rows);
            }
            parameters.addPullback(draws.unconstrainedDraw(s), 0, sums, gradients, s * dimension);
            if (anchor != null) {
                anchor.subtractGradient(s, rows, weights, gradients);
            }
        }
    }
}
