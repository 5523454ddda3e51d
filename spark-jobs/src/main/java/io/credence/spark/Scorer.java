package io.credence.spark;

import io.credence.predict.PosteriorPredictive;
import io.credence.predict.Prediction;
import io.credence.predict.ScoringModel;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.jspecify.annotations.Nullable;

/** Scores a task's rows; the posterior is shared by the tasks of an executor. */
final class Scorer implements RowScorer {

    private static final long serialVersionUID = 1;

    private final Shared<ScoringModel> model;
    private final int probabilities;
    private transient @Nullable PosteriorPredictive predictive;
    private transient int @Nullable [] indices;
    private transient double @Nullable [] values;

    /**
     * A scorer.
     *
     * @param probabilities number of columns for class probabilities; 0 for one column that holds them all
     */
    Scorer(Shared<ScoringModel> model, int probabilities) {
        this.model = model;
        this.probabilities = probabilities;
    }

    @Override
    public void score(FeatureRow row, Object[] out) {
        PosteriorPredictive scoring = predictive;
        if (scoring == null) {
            scoring = new PosteriorPredictive(model.value());
            predictive = scoring;
        }
        Prediction prediction = row.isSparse()
                ? scoring.predict(row.indices(), row.values(), row.count(), row.offset())
                : predictDense(scoring, row);
        out[0] = prediction.prediction();
        out[1] = prediction.sd();
        out[2] = prediction.lower();
        out[3] = prediction.upper();
        double[] probability = prediction.probability();
        if (probability != null && probabilities == 0) {
            out[4] = UnsafeArrayData.fromPrimitiveArray(probability);
        } else if (probability != null) {
            for (int c = 0; c < probabilities; c++) {
                out[4 + c] = probability[c];
            }
        }
    }

    private Prediction predictDense(PosteriorPredictive scoring, FeatureRow row) {
        int[] at = indices;
        double[] entries = values;
        if (at == null || entries == null) {
            at = new int[row.columns()];
            entries = new double[row.columns()];
            indices = at;
            values = entries;
        }
        int count = 0;
        for (int j = 0; j < row.columns(); j++) {
            if (row.values()[j] != 0) {
                at[count] = j;
                entries[count++] = row.values()[j];
            }
        }
        return scoring.predict(at, entries, count, row.offset());
    }
}
