package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.model.Parameters;
import java.util.Arrays;

/**
 * Expansion of the losses of a chunk's rows around θ̄. It is taken in the predictors, in which θ is linear, to order 1
 * or 2, and in the unconstrained extra parameters to order 1. For one thread.
 */
final class PredictorModelLossAnchor {

    private final PredictorModelLossPoint point;
    private final PredictorModelLossRows predicted;
    private final Parameters extra;
    private final int extraAt;
    private final double[] theta;
    private final boolean curved;
    private final double[][] deviations;
    private final int predictors;
    private final double[] at;
    private final double[] slopes;
    private final double[] extraSlopes;
    private final double[] value = new double[Chunk.CAPACITY];
    private final double[] slope;
    private final double[] curvature;
    private final double[] extraGradient;

    PredictorModelLossAnchor(
            PredictorModelLoss loss,
            PredictorModelLossPoint point,
            PredictorModelLossRows predicted,
            Anchor anchor,
            ModelLossDraws draws) {
        this.point = point;
        this.predicted = predicted;
        this.extra = loss.extra();
        this.extraAt = loss.extraAt();
        this.theta = anchor.point();
        this.curved = anchor.order() == 2;
        this.deviations = draws.deviations(theta);
        this.predictors = loss.predictors();
        this.at = new double[predictors + extra.constrained()];
        double[] values = new double[extra.constrained()];
        extra.constrain(theta, extraAt, values);
        System.arraycopy(values, 0, at, predictors, values.length);
        this.slopes = new double[at.length];
        this.extraSlopes = new double[values.length];
        this.slope = new double[Chunk.CAPACITY * predictors];
        this.curvature = new double[curved ? Chunk.CAPACITY * predictors * predictors : 0];
        this.extraGradient = new double[Chunk.CAPACITY * extra.dimension()];
    }

    /** Moves the expansion to the rows of a chunk. */
    void expandAt(RowBlock block, int first, int rows) {
        predicted.predict(block, first, rows);
        Arrays.fill(extraGradient, 0);
        for (int i = 0; i < rows; i++) {
            double label = block.attributes().labels()[first + i];
            predicted.gather(0, i, at);
            if (curved) {
                value[i] = point.curvatures(label, at, slope, i * predictors, curvature, i * predictors * predictors);
            } else {
                value[i] = point.slopes(label, at, slopes);
                System.arraycopy(slopes, 0, slope, i * predictors, predictors);
                System.arraycopy(slopes, predictors, extraSlopes, 0, extraSlopes.length);
                extra.addPullback(theta, extraAt, extraSlopes, extraGradient, i * extra.dimension());
            }
        }
    }

    /** The expansion of row {@code i} at draw {@code s}, whose predictors are {@code eta}. */
    double expansion(int s, int i, double[] eta) {
        double sum = value[i];
        for (int k = 0; k < predictors; k++) {
            double deviation = eta[k] - predicted.value(0, k, i);
            sum += (slope[i * predictors + k] + 0.5 * curvedSlope(i, k, eta)) * deviation;
        }
        for (int j = 0; j < extra.dimension(); j++) {
            sum += extraGradient(i, j) * deviations[s][extraAt + j];
        }
        return sum;
    }

    /** Slope of the expansion of row {@code i} in predictor {@code k} where the predictors are {@code eta}. */
    double slope(int i, int k, double[] eta) {
        return slope[i * predictors + k] + curvedSlope(i, k, eta);
    }

    /** Derivative of the expansion of row {@code i} in the unconstrained extra parameter {@code j}. */
    double extraGradient(int i, int j) {
        return extraGradient[i * extra.dimension() + j];
    }

    private double curvedSlope(int i, int k, double[] eta) {
        double sum = 0;
        for (int l = 0; curved && l < predictors; l++) {
            sum += curvature[(i * predictors + k) * predictors + l] * (eta[l] - predicted.value(0, l, i));
        }
        return sum;
    }
}
