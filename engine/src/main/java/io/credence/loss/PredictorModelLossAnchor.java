package io.credence.loss;

import io.credence.autodiff.Derivatives;
import io.credence.data.RowBlock;
import io.credence.model.Parameters;
import java.util.Arrays;

/**
 * Expansion of the losses of a chunk's rows around θ̄. It is taken in the predictors, in which θ is linear, to order 1
 * or 2, and in the unconstrained extra parameters to order 1. For one thread.
 */
final class PredictorModelLossAnchor {

    private final LossColumns columns;
    private final PredictorModelLossRows predicted;
    private final Parameters extra;
    private final int extraAt;
    private final double[] theta;
    private final boolean curved;
    private final double[][] deviations;
    private final int predictors;
    private final double[] values;
    private final double[] extraSlopes;
    private final Derivatives derivatives;
    private final double[][] found;
    private final double[] extraGradient;

    PredictorModelLossAnchor(
            PredictorModelLoss loss,
            LossColumns columns,
            PredictorModelLossRows predicted,
            Anchor anchor,
            ModelLossDraws draws) {
        this.columns = columns;
        this.predicted = predicted;
        this.extra = loss.extra();
        this.extraAt = loss.extraAt();
        this.theta = anchor.point();
        this.curved = anchor.order() == 2;
        this.deviations = draws.deviations(theta);
        this.predictors = loss.predictors();
        this.values = new double[extra.constrained()];
        extra.constrain(theta, extraAt, values);
        this.extraSlopes = new double[values.length];
        this.derivatives = curved ? Derivatives.SECOND : Derivatives.FIRST;
        this.found = new double[derivatives.outputs(predictors + values.length)][Chunk.CAPACITY];
        this.extraGradient = new double[Chunk.CAPACITY * extra.dimension()];
    }

    /** Moves the expansion to the rows of a chunk, which the columns show. */
    void expandAt(RowBlock block, int first, int rows) {
        predicted.predict(block, first, rows);
        columns.evaluate(derivatives, predicted.eta(), predicted.at(0), values, found);
        Arrays.fill(extraGradient, 0);
        for (int i = 0; extraSlopes.length > 0 && i < rows; i++) {
            for (int j = 0; j < extraSlopes.length; j++) {
                extraSlopes[j] = found[1 + predictors + j][i];
            }
            extra.addPullback(theta, extraAt, extraSlopes, extraGradient, i * extra.dimension());
        }
    }

    /** The expansion of row {@code i} at draw {@code s}, whose predictors are {@code eta}. */
    double expansion(int s, int i, double[] eta) {
        double sum = found[0][i];
        for (int k = 0; k < predictors; k++) {
            double deviation = eta[k] - predicted.value(0, k, i);
            sum += (found[1 + k][i] + 0.5 * curvedSlope(i, k, eta)) * deviation;
        }
        for (int j = 0; j < extra.dimension(); j++) {
            sum += extraGradient(i, j) * deviations[s][extraAt + j];
        }
        return sum;
    }

    /** Slope of the expansion of row {@code i} in predictor {@code k} where the predictors are {@code eta}. */
    double slope(int i, int k, double[] eta) {
        return found[1 + k][i] + curvedSlope(i, k, eta);
    }

    /** Derivative of the expansion of row {@code i} in the unconstrained extra parameter {@code j}. */
    double extraGradient(int i, int j) {
        return extraGradient[i * extra.dimension() + j];
    }

    private double curvedSlope(int i, int k, double[] eta) {
        double sum = 0;
        for (int l = 0; curved && l < predictors; l++) {
            sum += found[1 + (k + 1) * predictors + l][i] * (eta[l] - predicted.value(0, l, i));
        }
        return sum;
    }
}
