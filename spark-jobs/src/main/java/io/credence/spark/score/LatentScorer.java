package io.credence.spark.score;

import io.credence.network.autoencoder.Autoencoder;
import io.credence.predict.LatentScoring;
import io.credence.predict.PredictiveModel;
import io.credence.spark.backend.SharedValue;
import io.credence.spark.row.DataException;
import io.credence.spark.row.FeatureRow;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;

/**
 * Scorer of rows by an autoencoder: means and standard deviations of their latent numbers, and how likely they are.
 *
 * @param model autoencoder, of which each executor has one
 * @param names names of the features, the intercept first
 */
record LatentScorer(SharedValue<PredictiveModel> model, List<String> names) implements RowScorer {

    LatentScorer {
        names = List.copyOf(names);
    }

    /**
     * New columns.
     *
     * @param latents number of latent numbers
     * @param names name of a new column, by what it is called in a scored file
     */
    static List<StructField> outputColumns(int latents, UnaryOperator<String> names) {
        List<StructField> all = new ArrayList<>();
        for (int k = 1; k <= latents; k++) {
            all.add(number(names.apply("latent" + k), "mean of latent number " + k + " given the row"));
        }
        for (int k = 1; k <= latents; k++) {
            all.add(number(names.apply("latentSd" + k), "standard deviation of latent number " + k + " given the row"));
        }
        all.add(number(
                names.apply("logLikelihood"),
                "log likelihood of the row, nats, by importance sampling: in expectation a lower bound"));
        return all;
    }

    private static StructField number(String name, String comment) {
        return DataTypes.createStructField(name, DataTypes.DoubleType, true).withComment(comment);
    }

    @Override
    public ScoringWorkspace newWorkspace() {
        LatentScoring scoring = (LatentScoring) model.value();
        Autoencoder.Coder coder = scoring.coder();
        int latents = scoring.latents();
        return (row, out) -> {
            Autoencoder.Code code = coder.code(numbers(row));
            for (int k = 0; k < latents; k++) {
                out[k] = code.mean()[k];
                out[latents + k] = code.sd()[k];
            }
            out[2 * latents] = code.logLikelihood();
        };
    }

    /** Numbers of a row without the leading one. */
    private double[] numbers(FeatureRow row) {
        double[] numbers = new double[names.size() - 1];
        if (row.isSparse()) {
            for (int k = 0; k < row.entryCount(); k++) {
                if (row.indices()[k] > 0) {
                    numbers[row.indices()[k] - 1] = row.values()[k];
                }
            }
        } else {
            System.arraycopy(row.values(), 1, numbers, 0, numbers.length);
        }
        for (int j = 0; j < numbers.length; j++) {
            if (!(numbers[j] >= 0 && numbers[j] <= 1)) {
                throw DataException.ofTask(
                        "a row cannot be encoded", "numbers from 0 to 1", String.valueOf(numbers[j]), names.get(j + 1));
            }
        }
        return numbers;
    }
}
