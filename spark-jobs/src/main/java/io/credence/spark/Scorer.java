package io.credence.spark;

import io.credence.predict.PosteriorPredictive;
import io.credence.predict.Prediction;
import io.credence.predict.ScoringModel;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;

/**
 * Scores rows by a posterior.
 *
 * @param model the posterior, of which each executor has one
 * @param probabilities number of columns for class probabilities; 0 for one column that holds them all
 */
record Scorer(Shared<ScoringModel> model, int probabilities) implements RowScorer {

    @Override
    public Worker worker() {
        return new Predictions(new PosteriorPredictive(model.value()), probabilities);
    }

    /** Predictions of one row after the other. */
    private static final class Predictions implements Worker {

        private final PosteriorPredictive predictive;
        private final int probabilities;
        private int[] indices = new int[0];
        private double[] values = new double[0];

        Predictions(PosteriorPredictive predictive, int probabilities) {
            this.predictive = predictive;
            this.probabilities = probabilities;
        }

        @Override
        public void score(FeatureRow row, Object[] out) {
            Prediction prediction = row.isSparse()
                    ? predictive.predict(row.indices(), row.values(), row.count(), row.offset())
                    : predictDense(row);
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

        private Prediction predictDense(FeatureRow row) {
            if (indices.length < row.columns()) {
                indices = new int[row.columns()];
                values = new double[row.columns()];
            }
            int count = 0;
            for (int j = 0; j < row.columns(); j++) {
                if (row.values()[j] != 0) {
                    indices[count] = j;
                    values[count++] = row.values()[j];
                }
            }
            return predictive.predict(indices, values, count, row.offset());
        }
    }
}
