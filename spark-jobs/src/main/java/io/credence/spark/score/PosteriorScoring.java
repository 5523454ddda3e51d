package io.credence.spark.score;

import io.credence.ModelKind.SavedFit;
import io.credence.ModelKind.SavedPrediction;
import io.credence.ModelKinds;
import io.credence.config.ConfigurationException;
import io.credence.predict.LatentScoring;
import io.credence.predict.PredictiveModel;
import io.credence.result.SavedPosterior;
import io.credence.spark.backend.SharedValue;
import io.credence.spark.plan.LabelLevels;
import io.credence.spark.row.DataException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/** Scoring of new rows by a saved posterior. */
public final class PosteriorScoring {

    private final SavedPosterior posterior;
    private final PredictionColumns columns;
    private final SavedPrediction prediction;

    /**
     * Creates the scoring by a saved fit of any kind of model.
     *
     * @throws ConfigurationException if it predicts no response
     */
    public PosteriorScoring(SavedFit saved) {
        this.posterior = saved.posterior();
        this.prediction = ModelKinds.of(posterior, saved.userModel()).prediction(saved);
        this.columns = PredictionColumns.of(posterior, saved.userModel());
    }

    /** Notes for users, one sentence each. */
    public List<String> notes() {
        return prediction.notes();
    }

    /** Number of classes that have a probability; 0 for families of numbers. */
    public int outcomeCount() {
        return columns.outcomeCount();
    }

    /** Number that predictions use for each class: its level where that is a number. Empty for families of numbers. */
    public List<Double> classNumbers() {
        return LabelLevels.classNumbers(posterior.classNames(), columns.outcomeCount());
    }

    private RowScorer scorer(SharedValue<PredictiveModel> shared, int probabilities) {
        if (prediction.model() instanceof LatentScoring) {
            return new LatentScorer(shared, prediction.features());
        }
        List<Double> numbers = columns.areClasses() ? classNumbers() : List.of();
        return new Scorer(shared, probabilities, posterior.classNames(), numbers);
    }

    /** Names of the features of a row. */
    public List<String> featureNames() {
        return prediction.features();
    }

    /** Refuses rows with a column that has the name of a new one. */
    public void requireFreeNames(ScoringTable rows, int probabilities, String where) {
        List<String> taken = Arrays.asList(rows.originalRows().columns());
        List<String> added = new ArrayList<>();
        outputs(probabilities, UnaryOperator.identity()).forEach(output -> added.add(output.name()));
        added.addAll(rows.reasonColumns().columns());
        for (String name : added) {
            if (taken.contains(name)) {
                throw new DataException(
                        "the rows already have a column named " + name,
                        "names other than those of the predictions",
                        String.join(", ", taken),
                        where);
            }
        }
    }

    /** New columns of predictions. */
    List<StructField> outputs(int probabilities, UnaryOperator<String> names) {
        return prediction.model() instanceof LatentScoring latent
                ? LatentScorer.outputColumns(latent.latents(), names)
                : columns.outputColumns(probabilities, names);
    }

    /** Creates the scorer for the task that holds this posterior. */
    RowScorer scorer(int probabilities) {
        return scorer(new SharedValue.SerialCopy<>(prediction.model()), probabilities);
    }

    /** Shares the posterior with the tasks that score some rows. It is to be released when all are scored. */
    public SharedValue<PredictiveModel> share(ScoringTable rows) {
        return rows.share(prediction.model());
    }

    /**
     * Announces how long predictions of the rows will take, if that is long.
     *
     * @param probabilities number of columns for class probabilities; 0 for one column that holds them all
     * @param counts counts of the rows; null to count them, where a row takes long
     */
    public void announceEstimate(
            ScoringTable rows,
            SharedValue<PredictiveModel> shared,
            int probabilities,
            ScoringTable.@Nullable Counts counts) {
        int width = outputs(probabilities, UnaryOperator.identity()).size();
        String of = prediction.model() instanceof LatentScoring
                ? "latent numbers and a log likelihood"
                : "a prediction and its intervals";
        rows.announceEstimate(scorer(shared, probabilities), width, of, counts);
    }

    /** Appends the columns of predictions to the rows, computed when they are requested. */
    public Dataset<Row> score(
            ScoringTable rows, SharedValue<PredictiveModel> shared, int probabilities, UnaryOperator<String> names) {
        return score(rows, shared, probabilities, names, null);
    }

    /**
     * Scores the rows, and counts them.
     *
     * @param tally tally of these rows, which counts a row that cannot be scored; null to fail at one
     */
    public Dataset<Row> score(
            ScoringTable rows,
            SharedValue<PredictiveModel> shared,
            int probabilities,
            UnaryOperator<String> names,
            @Nullable ScoringTally tally) {
        return rows.score(scorer(shared, probabilities), outputs(probabilities, names), tally);
    }
}
