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
        this.sums = new double[parameters.constrained()];
        this.found = new LossColumnCache(losses, sums.length, draws.count());
        this.anchor = anchor == null ? null : new RowFormulaExpansion(losses, parameters, anchor.point(), draws);
    }

    @Override
    public int forward(RowBlock block, int first, int count, double[] losses) {
        rows = count;
        found.show(block, first, count);
        if (anchor != null) {
            anchor.expand();
        }
        for (int s = 0; s < draws.count(); s++) {
            System.arraycopy(
                    found.forward(s, NONE, 0, draws.values(s))[0], 0, losses, s * PredictorChunk.CAPACITY, count);
            if (anchor != null) {
                anchor.subtract(s, count, losses);
            }
        }
        return count;
    }

    @Override
    public void pullback(double[] weights, double[] gradients) {
        if (rows < 0) {
            throw new IllegalStateException("a gradient needs a forward before it");
        }
        for (int s = 0; s < draws.count(); s++) {
            double[][] slopes = found.back(s, NONE, 0, draws.values(s));
            for (int j = 0; j < sums.length; j++) {
                sums[j] = Vectors.dot(weights, s * PredictorChunk.CAPACITY, slopes[1 + j], rows);
            }
            parameters.addPullback(draws.theta(s), 0, sums, gradients, s * dimension);
            if (anchor != null) {
                anchor.pullback(s, rows, weights, gradients);
            }
        }
    }
}
