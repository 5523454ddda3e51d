package io.credence.predict;

/** What is expected of the response of one row at a time. Not thread-safe. */
interface RowPredictive {

    /** Number of features that a row has, the intercept included. */
    int columns();

    /** Scores one row: entries that are not zero, how many of them count, and the known part of the linear predictors. */
    Prediction predict(int[] indices, double[] values, int count, double offset);

    /**
     * Scores one row that is in groups.
     *
     * @param levels its level of each factor; −1 for one that the fit had not met
     */
    default Prediction predict(int[] indices, double[] values, int count, double offset, int[] levels) {
        return predict(indices, values, count, offset);
    }

    /** For rows of that model. */
    static RowPredictive of(PredictiveModel model) {
        if (model instanceof NetworkScoring networks) {
            return new NetworkPredictive(networks.ensemble(), networks.level());
        }
        if (model instanceof MixedScoring mixed) {
            return new MixedPredictive(mixed);
        }
        return ofCoefficients((ScoringModel) model);
    }

    private static RowPredictive ofCoefficients(ScoringModel model) {
        if (model.likelihood().cutpoints() > 0) {
            return new OrderedPredictive(model);
        }
        return model.likelihood().classes() > 0 ? new ClassPredictive(model) : new ResponsePredictive(model);
    }
}
