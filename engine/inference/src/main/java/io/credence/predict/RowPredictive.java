package io.credence.predict;

/** Predictive distribution of the response, for one row at a time. Not thread-safe. */
interface RowPredictive {

    /**
     * Predicts the response of one row, from the entries that are not zero, their number, and the known part of the
     * linear predictors.
     */
    Prediction predict(int[] indices, double[] values, int count, double offset);

    /**
     * Predicts the response of one row of a mixed model.
     *
     * @param levels level of the row for each factor; −1 for one that was not in the fit
     * @param weight inverse square of the standard deviation of the response, where those of rows are known
     */
    default Prediction predict(int[] indices, double[] values, int count, double offset, int[] levels, double weight) {
        return predict(indices, values, count, offset);
    }
}
