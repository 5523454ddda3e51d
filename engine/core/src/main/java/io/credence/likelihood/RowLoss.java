package io.credence.likelihood;

import io.credence.linalg.DenseKernel;
import java.io.Serializable;

/**
 * The loss of a row as a function of its linear predictors η = x_iᵀθ + offset: for a Bayesian model −log p(y_i | η), with
 * every constant, so that the bound is on the evidence itself. Under η ~ N(m, v) it gives its expectation and those of its
 * first two derivatives (math: exact expectation), in closed form or by quadrature to about 1e-11.
 */
public interface RowLoss extends Serializable {

    /** Number of linear predictors per row. */
    default int predictorCount() {
        return 1;
    }

    /** Number of linear predictors, the first ones, to which a row's offset is added. */
    default int predictorsWithOffset() {
        return predictorCount();
    }

    /** Number of totals that this loss adds to {@link PredictorChunk#dispersionTotals()}, for the update of its dispersion. */
    default int dispersionTotalCount() {
        return 0;
    }

    /** Fills the chunk's moments from its labels, means and variances. */
    void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk);

    /**
     * Computes values and slopes at the predictors of the draws {@code from} to {@code to}, exclusive, all rows of
     * each: the result of {@link #writeExpectedMoments} for predictors without variance. It may round differently.
     */
    default void evaluateAtDraws(DenseKernel kernel, PredictorDraws points, int from, int to) {
        points.expect(this, kernel, from, to);
    }
}
