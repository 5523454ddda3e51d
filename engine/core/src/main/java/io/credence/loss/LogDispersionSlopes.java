package io.credence.loss;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;

/**
 * Derivatives of a likelihood's losses in a drawn log dispersion, by central differences. They are exact to about 1e-9
 * of the loss.
 */
final class LogDispersionSlopes {

    /** Step of the differences in the log dispersion. */
    static final double STEP = 1e-4;

    private final RowLoss[] above;
    private final RowLoss[] below;
    private final double[] slopes;

    LogDispersionSlopes(PredictorLoss model, double[][] thetas) {
        this.above = new RowLoss[thetas.length];
        this.below = new RowLoss[thetas.length];
        this.slopes = new double[Math.multiplyExact(thetas.length, PredictorChunk.CAPACITY)];
        for (int s = 0; s < thetas.length; s++) {
            above[s] = model.rowLossAt(thetas[s], Math.exp(STEP));
            below[s] = model.rowLossAt(thetas[s], Math.exp(-STEP));
        }
    }

    /** Computes the derivatives at the predictors of all draws. The losses held by {@code points} are overwritten. */
    void evaluate(DenseKernel kernel, PredictorDraws points) {
        for (int s = 0; s < above.length; s++) {
            int from = s * PredictorChunk.CAPACITY;
            above[s].evaluateAtDraws(kernel, points, s, s + 1);
            System.arraycopy(points.losses(), from, slopes, from, points.rows());
            below[s].evaluateAtDraws(kernel, points, s, s + 1);
            for (int at = from; at < from + points.rows(); at++) {
                slopes[at] = (slopes[at] - points.losses()[at]) / (2 * STEP);
            }
        }
    }

    /** Derivatives in the log dispersion. The one of row i at draw s is at {@code s · CAPACITY + i}. */
    double[] slopes() {
        return slopes;
    }
}
