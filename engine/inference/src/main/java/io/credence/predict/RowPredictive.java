package io.credence.predict;

/** Predictive distribution of the response, for one row at a time. Not thread-safe. */
public interface RowPredictive {

    /**
     * Predicts the response of one row from its nonzero entries, their number, and the offset of the linear predictors.
     */
    Prediction predict(int[] indices, double[] values, int count, double offset);

    /**
     * Predicts the response of one row of a mixed model.
     *
     * @param levels levels of the row
     * @param weight inverse square of the standard deviation of the response, where it is known for each row
     */
    default Prediction predict(
            int[] indices, double[] values, int count, double offset, RowFactorLevels levels, double weight) {
        return predict(indices, values, count, offset);
    }
}
