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
 * Evaluates a predictor model chunk by chunk. One product gives the predictors of all draws, and the model's columns
 * follow draw by draw.
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
        this.predictors = loss.predictorCount();
        this.extra = loss.extraParameters();
        this.extraAt = loss.extraOffset();
        this.draws = draws;
        RowFormula formula = new PredictorFormula(loss.model(), predictors);
        LossColumns losses = new LossColumns(loss.model(), loss.id(), formula, predictors, extra.constrainedCount());
        this.found = new LossColumnCache(losses, predictors + extra.constrainedCount(), draws.count());
        this.predicted = new ChunkPredictors(kernel, predictors, loss.columns(), draws.unconstrainedDraws());
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
        this.extraSum = new double[extra.constrainedCount()];
    }

    @Override
    public int computeLosses(RowBlock next, int from, int count, double[] losses) {
        block = next;
        first = from;
        rows = count;
        found.moveTo(next, from, count);
        if (anchor != null) {
            anchor.expandAt(next, from, count);
        }
        predicted.predict(next, from, count);
        for (int s = 0; s < draws.count(); s++) {
            double[] values = found.lossesAtDraw(
                            s, predicted.predictors(), predicted.drawOffset(s), draws.constrainedValues(s))[0];
            System.arraycopy(values, 0, losses, s * PredictorChunk.CAPACITY, count);
            if (anchor != null) {
                anchor.subtractFrom(s, predicted.predictors(), predicted.drawOffset(s), losses);
            }
        }
        return count;
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
        if (block == null) {
            throw new IllegalStateException("a gradient needs a forward before it");
        }
        for (int s = 0; s < draws.count(); s++) {
            double[][] slopes =
                    found.slopesAtDraw(s, predicted.predictors(), predicted.drawOffset(s), draws.constrainedValues(s));
            for (int k = 0; k < predictors; k++) {
                System.arraycopy(slopes[1 + k], 0, rest, (s * predictors + k) * PredictorChunk.CAPACITY, rows);
            }
            for (int j = 0; j < extraSum.length; j++) {
                extraSum[j] = Vectors.dot(weights, s * stride, slopes[1 + predictors + j], rows);
            }
            extra.addPullback(draws.unconstrainedDraw(s), extraAt, extraSum, gradients, s * dimension + extraAt);
            if (anchor != null) {
                anchor.subtractSlopes(predicted.predictors(), predicted.drawOffset(s), rest);
                subtractExtraGradient(anchor, weights, s * stride, gradients, s * dimension + extraAt);
            }
        }
        predicted.addGradients(block, first, rows, weights, stride, rest, gradients, dimension);
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
        curvature.addDerivatives(shown, first, rows, rowWeights);
    }

    @Override
    public double[] packedCurvatureSum() {
        return (curvature == null ? curvatures.get() : curvature).packedSum();
    }

    private void subtractExtraGradient(
            PredictorModelLossExpansion expansion, double[] weights, int weightsAt, double[] gradients, int to) {
        for (int j = 0; j < dimension - extraAt; j++) {
            for (int i = 0; i < rows; i++) {
                gradients[to + j] -= weights[weightsAt + i] * expansion.extraGradient(i, j);
            }
        }
    }
}
