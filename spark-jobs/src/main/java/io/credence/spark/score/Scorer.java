package io.credence.spark.score;

import io.credence.predict.PosteriorPredictive;
import io.credence.predict.Prediction;
import io.credence.predict.PredictiveModel;
import io.credence.predict.RowFactorLevels;
import io.credence.predict.Uncertainty;
import io.credence.spark.backend.SharedValue;
import io.credence.spark.row.FeatureRow;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.unsafe.types.UTF8String;
import org.jspecify.annotations.Nullable;

/**
 * Scorer of rows by a posterior.
 *
 * @param model posterior, of which each executor has one
 * @param probabilities number of columns for class probabilities; 0 for one column that holds them all
 * @param classLevels levels of the label that are the classes; empty where labels are the numbers of classes, or none
 * @param classNumbers number by which each class is predicted; empty where predictions are no classes
 */
record Scorer(
        SharedValue<PredictiveModel> model, int probabilities, List<String> classLevels, List<Double> classNumbers)
        implements RowScorer {

    Scorer {
        classLevels = List.copyOf(classLevels);
        classNumbers = List.copyOf(classNumbers);
    }

    @Override
    public ScoringWorkspace newWorkspace() {
        return new RowPredictor(new PosteriorPredictive(model.value()), probabilities, classLevels, classNumbers);
    }

    /** Worker that predicts one row after the other. */
    private static final class RowPredictor implements ScoringWorkspace {

        private final PosteriorPredictive predictive;
        private final int probabilities;
        private final UTF8String[] levels;
        private final double[] numbers;
        private int[] indices = new int[0];
        private double[] values = new double[0];

        RowPredictor(PosteriorPredictive predictive, int probabilities, List<String> levels, List<Double> numbers) {
            this.predictive = predictive;
            this.probabilities = probabilities;
            this.levels = levels.stream().map(UTF8String::fromString).toArray(UTF8String[]::new);
            this.numbers = numbers.stream().mapToDouble(Double::doubleValue).toArray();
        }

        @Override
        public void score(FeatureRow row, Object[] out) {
            Prediction prediction =
                    row.isSparse() ? predict(row.indices(), row.values(), row.entryCount(), row) : predictDense(row);
            out[0] = expected(prediction);
            put(prediction.expectedSpread(), out, 1);
            double[] probability = prediction.probability();
            if (probability == null) {
                put(prediction.responseSpread(), out, 4);
                return;
            }
            int at = 4;
            if (probabilities == 0) {
                out[at++] = UnsafeArrayData.fromPrimitiveArray(probability);
            }
            for (int c = 0; c < probabilities; c++) {
                out[at++] = probability[c];
            }
            put(prediction.likeliestSpread(), out, at);
            if (levels.length > 0) {
                out[at + 3] = levels[prediction.mostProbable()];
            }
        }

        /** Expected response, or the number of the most probable class; null where the model predicts none. */
        private @Nullable Object expected(Prediction prediction) {
            if (numbers.length > 0) {
                return numbers[prediction.mostProbable()];
            }
            boolean none = prediction.expectedSpread() == null && Double.isNaN(prediction.prediction());
            return none ? null : (Object) prediction.prediction();
        }

        private static void put(@Nullable Uncertainty spread, Object[] out, int at) {
            if (spread != null) {
                out[at] = spread.sd();
                out[at + 1] = spread.lower();
                out[at + 2] = spread.upper();
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
            return predict(indices, values, count, row);
        }

        private Prediction predict(int[] at, double[] entries, int count, FeatureRow row) {
            RowFactorLevels levels = row.rowLevels();
            return levels == null
                    ? predictive.predict(at, entries, count, row.offset())
                    : predictive.predict(at, entries, count, row.offset(), levels, row.weight());
        }
    }
}
