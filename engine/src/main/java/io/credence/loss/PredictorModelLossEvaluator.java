package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.model.Parameters;
import io.credence.model.PredictorModel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Works through a chunk: predictors of all draws by one product, then the model draw by draw and row by row. */
final class PredictorModelLossEvaluator implements DrawLoss.Evaluator {

    private final PredictorModel model;
    private final int dimension;
    private final int predictors;
    private final Parameters extra;
    private final int extraAt;
    private final ModelLossDraws draws;
    private final PredictorModelLossPoint point;
    private final PredictorModelLossRows predicted;
    private final @Nullable PredictorModelLossAnchor anchor;
    private final double[] at;
    private final double[] slopes;
    private final double[] rest; // slopes less those of the expansion
    private final double[] extraSum;
    private @Nullable RowBlock block;
    private int first;
    private int rows;

    PredictorModelLossEvaluator(
            PredictorModelLoss loss, DenseKernel kernel, ModelLossDraws draws, @Nullable Anchor anchor) {
        this.model = loss.model();
        this.dimension = loss.dimension();
        this.predictors = loss.predictors();
        this.extra = loss.extra();
        this.extraAt = loss.extraAt();
        this.draws = draws;
        this.point = new PredictorModelLossPoint(model, predictors, extra.constrained());
        this.predicted = new PredictorModelLossRows(kernel, predictors, loss.columns(), draws.thetas());
        this.anchor = anchor == null
                ? null
                : new PredictorModelLossAnchor(
                        loss,
                        point,
                        new PredictorModelLossRows(kernel, predictors, loss.columns(), anchor.point()),
                        anchor,
                        draws);
        this.at = new double[predictors + extra.constrained()];
        this.slopes = new double[at.length];
        this.rest = new double[Math.multiplyExact(Chunk.CAPACITY * predictors, draws.count())];
        this.extraSum = new double[extra.constrained()];
    }

    @Override
    public int forward(RowBlock next, int from, int count, double[] losses) {
        block = next;
        first = from;
        rows = count;
        if (anchor != null) {
            anchor.expandAt(next, from, count);
        }
        double[] labels = next.attributes().labels();
        predicted.predict(next, from, count);
        for (int s = 0; s < draws.count(); s++) {
            for (int i = 0; i < count; i++) {
                gather(s, i);
                double expansion = anchor == null ? 0 : anchor.expansion(s, i, at);
                losses[s * Chunk.CAPACITY + i] = value(labels[from + i], from + i) - expansion;
            }
        }
        return count;
    }

    private double value(double label, int row) {
        try {
            return point.value(label, at);
        } catch (RuntimeException e) {
            throw ModelLosses.failed(model, row, e);
        }
    }

    private void gather(int s, int i) {
        predicted.gather(s, i, at);
        System.arraycopy(draws.values(s), 0, at, predictors, extraSum.length);
    }

    @Override
    public void pullback(double[] weights, double[] gradients) {
        pullback(weights, Chunk.CAPACITY, gradients);
    }

    @Override
    public void pullback(double[] rowWeights, double[] room, double[] gradients) {
        pullback(rowWeights, 0, gradients);
    }

    private void pullback(double[] weights, int stride, double[] gradients) {
        if (block == null) {
            throw new IllegalStateException("a gradient needs a forward before it");
        }
        for (int s = 0; s < draws.count(); s++) {
            Arrays.fill(extraSum, 0);
            for (int i = 0; i < rows; i++) {
                addRow(block.attributes().labels()[first + i], weights[s * stride + i], s, i, gradients);
            }
            extra.addPullback(draws.theta(s), extraAt, extraSum, gradients, s * dimension + extraAt);
        }
        predicted.pullback(block, first, rows, weights, stride, rest, gradients, dimension);
    }

    private void addRow(double label, double weight, int s, int i, double[] gradients) {
        gather(s, i);
        point.slopes(label, at, slopes);
        for (int k = 0; k < predictors; k++) {
            double expected = anchor == null ? 0 : anchor.slope(i, k, at);
            rest[(s * predictors + k) * Chunk.CAPACITY + i] = slopes[k] - expected;
        }
        for (int j = 0; j < extraSum.length; j++) {
            extraSum[j] += weight * slopes[predictors + j];
        }
        for (int j = 0; anchor != null && j < dimension - extraAt; j++) {
            gradients[s * dimension + extraAt + j] -= weight * anchor.extraGradient(i, j);
        }
    }
}
