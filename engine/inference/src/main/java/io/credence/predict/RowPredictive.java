package io.credence.predict;

/** What is expected of the response of one row at a time. Not thread-safe. */
interface RowPredictive {

    /** Scores one row: entries that are not zero, how many of them count, and the known part of the linear predictors. */
    Prediction predict(int[] indices, double[] values, int count, double offset);

    /**
     * Scores one row that is in groups.
     *
     * @param levels its level of each factor; −1 for one that was not in the fit
     * @param weight inverse square of the standard deviation of its response, where those of rows are known
     */
    default Prediction predict(int[] indices, double[] values, int count, double offset, int[] levels, double weight) {
        return predict(indices, values, count, offset);
    }
}
