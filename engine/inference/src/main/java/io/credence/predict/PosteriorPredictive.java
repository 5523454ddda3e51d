package io.credence.predict;

/**
 * Posterior predictive distribution of new responses. For each normal N(μ, S) of the coefficients, the predictor is η ~
 * N(xᵀμ + o, xᵀSx) with the offset o. Moments are in closed form or by quadrature; intervals are quantiles of the
 * mixture over the normals, η and the dispersion. A mean that does not exist, such as the mean of e^η under Student's
 * t, is infinite; intervals exist. Not thread-safe.
 */
public final class PosteriorPredictive {

    private final RowPredictive rows;

    /** Creates the predictive distribution of a fitted posterior. */
    public PosteriorPredictive(PredictiveModel posterior) {
        this.rows = posterior.createRowPredictive();
    }

    /**
     * Predicts the response of one row.
     *
     * @param indices columns of the entries: all nonzero ones, and perhaps others
     * @param values values of the entries
     * @param count number of entries that are used of the two arrays
     * @param offset known part of the linear predictors
     */
    public Prediction predict(int[] indices, double[] values, int count, double offset) {
        return rows.predict(indices, values, count, offset);
    }

    /**
     * Predicts the response of one row of a mixed model.
     *
     * @param levels levels of the row
     * @param weight inverse square of the standard deviation of the response, where it is known for each row
     */
    public Prediction predict(
            int[] indices, double[] values, int count, double offset, RowFactorLevels levels, double weight) {
        return rows.predict(indices, values, count, offset, levels, weight);
    }
}
