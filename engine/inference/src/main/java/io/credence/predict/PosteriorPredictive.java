package io.credence.predict;

/**
 * The distribution of new responses under a fitted posterior: for each normal of the coefficients η ~ N(xᵀμ + o, xᵀSx) through
 * the likelihood. Moments are in closed form or by quadrature, intervals are quantiles of the mixture over the normals, η and
 * the dispersion. Where the mean does not exist, as of e^η under Student's t, it is infinite; intervals exist. Not thread-safe.
 */
public final class PosteriorPredictive {

    private final RowPredictive rows;

    /** For rows of that posterior. */
    public PosteriorPredictive(PredictiveModel posterior) {
        this.rows = posterior.rows();
    }

    /**
     * Scores one row.
     *
     * @param indices columns that are not zero, and perhaps more
     * @param values their values
     * @param count how many entries of the two count
     * @param offset known part of the linear predictors
     */
    public Prediction predict(int[] indices, double[] values, int count, double offset) {
        return rows.predict(indices, values, count, offset);
    }

    /**
     * Scores one row that is in groups.
     *
     * @param levels its level of each grouping factor; negative for one that was not in the fit
     * @param weight inverse square of the standard deviation of its response, where those of rows are known
     */
    public Prediction predict(int[] indices, double[] values, int count, double offset, int[] levels, double weight) {
        return rows.predict(indices, values, count, offset, levels, weight);
    }
}
