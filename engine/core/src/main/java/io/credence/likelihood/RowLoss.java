package io.credence.likelihood;

import io.credence.linalg.DenseKernel;
import java.io.Serializable;

/**
 * Loss of a row as a function of its linear predictors η = x_iᵀθ + offset. For a Bayesian model it is −log p(y_i | η),
 * with every constant, so that the bound is on the evidence itself. Under η ~ N(m, v) it gives its expectation and
 * those of its first two derivatives (math: exact expectation), in closed form or by quadrature to about 1e-11.
 */
public interface RowLoss extends Serializable {

    /** Number of linear predictors per row. */
    default int predictorCount() {
        return 1;
    }

    /** Number of linear predictors, counted from the first, to which a row's offset is added. */
    default int predictorsWithOffset() {
        return predictorCount();
    }

    /** Number of totals that this loss adds to {@link PredictorChunk#dispersionTotals()}, for the update of its dispersion. */
    default int dispersionTotalCount() {
        return 0;
    }

    /**
     * Writes expected loss, slope and curvature of the chunk's rows, from their labels and the means and variances of
     * their predictors.
     */
    void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk);

    /**
     * Computes losses and slopes of all rows at the draws {@code from} to {@code to}, exclusive. The result is that of
     * {@link #writeExpectedMoments} for predictors without variance. It may round differently.
     */
    default void evaluateAtDraws(DenseKernel kernel, PredictorDraws points, int from, int to) {
        points.expect(this, kernel, from, to);
    }
}
