package io.credence.loss;

import io.credence.autodiff.DerivativeOrder;
import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.loss.model.ChunkExpansion;
import io.credence.loss.model.LossColumns;
import io.credence.loss.model.ModelLossDraws;
import io.credence.model.Parameters;
import java.util.Arrays;

/**
 * Taylor expansion of the losses of a chunk's rows around θ̄. It is taken in the predictors, in which θ is linear, to
 * order 1 or 2, and in the unconstrained extra parameters to order 1. For one thread.
 */
final class PredictorModelLossExpansion implements ChunkExpansion {

    private final LossColumns columns;
    private final ChunkPredictors predicted;
    private final ChunkPredictors ofDraws;
    private final int dimension;
    private final Parameters extra;
    private final int extraAt;
    private final double[] theta;
    private final boolean curved;
    private final double[][] deviations;
    private final int predictors;
    private final double[] values;
    private final double[] extraSlopes;
    private final DerivativeOrder derivatives;
    private final double[][] found;
    private final double[] extraGradient;
    private final int extras;
    private final double[] slope = new double[PredictorChunk.CAPACITY];
    private int rows;

    PredictorModelLossExpansion(
            PredictorModelLoss loss,
            LossColumns columns,
            ChunkPredictors predicted,
            ChunkPredictors ofDraws,
            ExpansionPoint anchor,
            ModelLossDraws draws) {
        this.columns = columns;
        this.predicted = predicted;
        this.ofDraws = ofDraws;
        this.dimension = loss.dimension();
        this.extra = loss.extraParameters();
        this.extraAt = loss.extraOffset();
        this.theta = anchor.point();
        this.curved = anchor.order() == 2;
        this.deviations = draws.deviations(theta);
        this.predictors = loss.predictorCount();
        this.values = new double[extra.constrainedCount()];
        extra.constrain(theta, extraAt, values);
        this.extraSlopes = new double[values.length];
        this.derivatives = curved ? DerivativeOrder.SECOND : DerivativeOrder.FIRST;
        this.found = new double[derivatives.outputCount(predictors + values.length)][PredictorChunk.CAPACITY];
        this.extras = extra.dimension();
        this.extraGradient = new double[PredictorChunk.CAPACITY * extras];
    }

    @Override
    public void expandAt(RowBlock block, int first, int count) {
        rows = count;
        predicted.predict(block, first, rows);
        columns.evaluate(derivatives, predicted.values(), predicted.drawOffset(0), values, found);
        Arrays.fill(extraGradient, 0);
        for (int i = 0; extraSlopes.length > 0 && i < rows; i++) {
            for (int j = 0; j < extraSlopes.length; j++) {
                extraSlopes[j] = found[1 + predictors + j][i];
            }
            extra.addPullback(theta, extraAt, extraSlopes, extraGradient, i * extras);
        }
    }

    @Override
    public void subtractFrom(int s, double[] losses) {
        int at = ofDraws.drawOffset(s);
        int to = s * PredictorChunk.CAPACITY;
        for (int i = 0; i < rows; i++) {
            losses[to + i] -= found[0][i];
        }
        for (int k = 0; k < predictors; k++) {
            slopes(k, 0.5, at);
            for (int i = 0; i < rows; i++) {
                losses[to + i] -= slope[i] * predictorDeviation(k, at, i);
            }
        }
        for (int j = 0; j < extras; j++) {
            double deviation = deviations[s][extraAt + j];
            for (int i = 0; i < rows; i++) {
                losses[to + i] -= extraGradient[i * extras + j] * deviation;
            }
        }
    }

    @Override
    public void subtractSlopes(int s, double[] perRow) {
        int at = ofDraws.drawOffset(s);
        for (int k = 0; k < predictors; k++) {
            slopes(k, 1, at);
            for (int i = 0; i < rows; i++) {
                perRow[at + k * PredictorChunk.CAPACITY + i] -= slope[i];
            }
        }
    }

    @Override
    public void subtractGradient(int s, double[] weights, int at, double[] gradients) {
        int to = s * dimension + extraAt;
        for (int j = 0; j < extras; j++) {
            for (int i = 0; i < rows; i++) {
                gradients[to + j] -= weights[at + i] * extraGradient[i * extras + j];
            }
        }
    }

    /**
     * Computes slopes of the expansion in predictor k, with the given share of the term that curvature adds at a draw.
     */
    private void slopes(int k, double share, int at) {
        System.arraycopy(found[1 + k], 0, slope, 0, rows);
        for (int l = 0; curved && l < predictors; l++) {
            double[] curvature = found[1 + (k + 1) * predictors + l];
            for (int i = 0; i < rows; i++) {
                slope[i] += share * curvature[i] * predictorDeviation(l, at, i);
            }
        }
    }

    private double predictorDeviation(int k, int at, int i) {
        return ofDraws.values()[at + k * PredictorChunk.CAPACITY + i]
                - predicted.values()[k * PredictorChunk.CAPACITY + i];
    }
}
