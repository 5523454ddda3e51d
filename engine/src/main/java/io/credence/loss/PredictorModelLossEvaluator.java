package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.model.Parameters;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Works through a chunk draw by draw. */
final class PredictorModelLossEvaluator implements DrawLoss.Evaluator {

    private final DenseKernel kernel;
    private final int dimension;
    private final int predictors;
    private final int columns;
    private final Parameters extra;
    private final int extraAt;
    private final ModelLossDraws draws;
    private final KeptColumns found;
    private final PredictorModelLossRows predicted;
    private final @Nullable PredictorModelLossAnchor anchor;
    private final double[] at;
    private final double[] weighted = new double[Chunk.CAPACITY];
    private final double[] sum;
    private final double[] extraSum;
    private @Nullable RowBlock block;
    private int first;
    private int rows;

    PredictorModelLossEvaluator(
            PredictorModelLoss loss, DenseKernel kernel, ModelLossDraws draws, @Nullable Anchor anchor) {
        this.kernel = kernel;
        this.dimension = loss.dimension();
        this.predictors = loss.predictors();
        this.columns = loss.columns();
        this.extra = loss.extra();
        this.extraAt = loss.extraAt();
        this.draws = draws;
        RowFormula formula = new PredictorFormula(loss.model(), predictors);
        LossColumns losses = new LossColumns(loss.model(), loss.id(), formula, predictors, extra.constrained());
        this.found = new KeptColumns(losses, predictors + extra.constrained(), draws.count());
        this.predicted = new PredictorModelLossRows(kernel, predictors, columns, draws.count());
        this.anchor = anchor == null
                ? null
                : new PredictorModelLossAnchor(
                        loss, losses, new PredictorModelLossRows(kernel, predictors, columns, 1), anchor, draws);
        this.at = new double[predictors];
        this.sum = new double[columns];
        this.extraSum = new double[extra.constrained()];
    }

    @Override
    public int forward(RowBlock next, int from, int count, double[] losses) {
        block = next;
        first = from;
        rows = count;
        found.show(next, from, count);
        if (anchor != null) {
            anchor.expandAt(next, from, count);
        }
        for (int s = 0; s < draws.count(); s++) {
            predicted.predict(next, from, count, s, draws.theta(s));
            double[] values = found.forward(s, predicted.eta(), predicted.at(s), draws.values(s))[0];
            System.arraycopy(values, 0, losses, s * Chunk.CAPACITY, count);
            for (int i = 0; anchor != null && i < count; i++) {
                predicted.gather(s, i, at);
                losses[s * Chunk.CAPACITY + i] -= anchor.expansion(s, i, at);
            }
        }
        return count;
    }

    @Override
    public void pullback(double[] weights, double[] gradients) {
        if (block == null) {
            throw new IllegalStateException("a gradient needs a forward before it");
        }
        for (int s = 0; s < draws.count(); s++) {
            double[][] slopes = found.back(s, predicted.eta(), predicted.at(s), draws.values(s));
            for (int k = 0; k < predictors; k++) {
                weigh(k, s, weights, slopes[1 + k]);
                Arrays.fill(sum, 0);
                block.addWeightedRows(kernel, first, rows, weighted, sum);
                int to = s * dimension + k * columns;
                for (int j = 0; j < columns; j++) {
                    gradients[to + j] += sum[j];
                }
            }
            for (int j = 0; j < extraSum.length; j++) {
                extraSum[j] = KeptColumns.dot(weights, s * Chunk.CAPACITY, slopes[1 + predictors + j], rows);
            }
            extra.addPullback(draws.theta(s), extraAt, extraSum, gradients, s * dimension + extraAt);
            subtractAnchor(s, weights, gradients);
        }
    }

    private void weigh(int k, int s, double[] weights, double[] slopes) {
        for (int i = 0; i < rows; i++) {
            weighted[i] = weights[s * Chunk.CAPACITY + i] * slopes[i];
        }
        for (int i = 0; anchor != null && i < rows; i++) {
            predicted.gather(s, i, at);
            weighted[i] -= weights[s * Chunk.CAPACITY + i] * anchor.slope(i, k, at);
        }
    }

    private void subtractAnchor(int s, double[] weights, double[] gradients) {
        int to = s * dimension + extraAt;
        for (int i = 0; anchor != null && i < rows; i++) {
            for (int j = 0; j < dimension - extraAt; j++) {
                gradients[to + j] -= weights[s * Chunk.CAPACITY + i] * anchor.extraGradient(i, j);
            }
        }
    }
}
