package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Vectors;
import io.credence.loss.model.LossColumnCache;
import io.credence.loss.model.LossColumns;
import io.credence.loss.model.ModelLossDraws;
import io.credence.loss.model.PredictorFormula;
import io.credence.loss.model.RowFormula;
import io.credence.model.Parameters;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates a predictor model chunk by chunk: predictors of all draws by one product, then the model's columns draw by
 * draw.
 */
final class PredictorModelLossEvaluator implements DrawLoss.Evaluator {

    private final int dimension;
    private final int predictors;
    private final Parameters extra;
    private final int extraAt;
    private final ModelLossDraws draws;
    private final LossColumnCache found;
    private final ChunkPredictors predicted;
    private final @Nullable PredictorModelLossExpansion anchor;
    private final Supplier<PredictorModelLossCurvature> curvatures;
    private @Nullable PredictorModelLossCurvature curvature;
    private final double[] rest; // slopes less those of the expansion
    private final double[] extraSum;
    private @Nullable RowBlock block;
    private int first;
    private int rows;

    PredictorModelLossEvaluator(
            PredictorModelLoss loss, DenseKernel kernel, ModelLossDraws draws, @Nullable ExpansionPoint anchor) {
        this.dimension = loss.dimension();
        this.predictors = loss.predictors();
        this.extra = loss.extra();
        this.extraAt = loss.extraAt();
        this.draws = draws;
        RowFormula formula = new PredictorFormula(loss.model(), predictors);
        LossColumns losses = new LossColumns(loss.model(), loss.id(), formula, predictors, extra.constrained());
        this.found = new LossColumnCache(losses, predictors + extra.constrained(), draws.count());
        this.predicted = new ChunkPredictors(kernel, predictors, loss.columns(), draws.thetas());
        this.anchor = anchor == null
                ? null
                : new PredictorModelLossExpansion(
                        loss,
                        losses,
                        new ChunkPredictors(kernel, predictors, loss.columns(), anchor.point()),
                        anchor,
                        draws);
        this.curvatures = () -> new PredictorModelLossCurvature(loss, kernel, losses, predicted, draws);
        this.rest = new double[Math.multiplyExact(PredictorChunk.CAPACITY * predictors, draws.count())];
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
        predicted.predict(next, from, count);
        for (int s = 0; s < draws.count(); s++) {
            double[] values = found.forward(s, predicted.eta(), predicted.at(s), draws.values(s))[0];
            System.arraycopy(values, 0, losses, s * PredictorChunk.CAPACITY, count);
            if (anchor != null) {
                anchor.subtractFrom(s, predicted.eta(), predicted.at(s), losses);
            }
        }
        return count;
    }

    @Override
    public void pullback(double[] weights, double[] gradients) {
        pullback(weights, PredictorChunk.CAPACITY, gradients);
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
            double[][] slopes = found.back(s, predicted.eta(), predicted.at(s), draws.values(s));
            for (int k = 0; k < predictors; k++) {
                System.arraycopy(slopes[1 + k], 0, rest, (s * predictors + k) * PredictorChunk.CAPACITY, rows);
            }
            for (int j = 0; j < extraSum.length; j++) {
                extraSum[j] = Vectors.dot(weights, s * stride, slopes[1 + predictors + j], rows);
            }
            extra.addPullback(draws.theta(s), extraAt, extraSum, gradients, s * dimension + extraAt);
            if (anchor != null) {
                anchor.subtractSlopes(predicted.eta(), predicted.at(s), rest);
                subtractExtra(anchor, weights, s * stride, gradients, s * dimension + extraAt);
            }
        }
        predicted.pullback(block, first, rows, weights, stride, rest, gradients, dimension);
    }

    @Override
    public void addCurvature(double[] rowWeights) {
        RowBlock shown = block;
        if (shown == null || anchor != null) {
            throw new IllegalStateException("second derivatives are those of whole losses after a forward");
        }
        if (curvature == null) {
            curvature = curvatures.get();
        }
        curvature.add(shown, first, rows, rowWeights);
    }

    @Override
    public double[] curvature() {
        return (curvature == null ? curvatures.get() : curvature).packed();
    }

    private void subtractExtra(
            PredictorModelLossExpansion expansion, double[] weights, int weightsAt, double[] gradients, int to) {
        for (int j = 0; j < dimension - extraAt; j++) {
            for (int i = 0; i < rows; i++) {
                gradients[to + j] -= weights[weightsAt + i] * expansion.extraGradient(i, j);
            }
        }
    }
}
