package io.credence.spark.score;

import io.credence.config.ConfigurationException;
import io.credence.family.NormalMixture;
import io.credence.family.student.StudentFull;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.robust.GeneralisedLosses;
import io.credence.likelihood.robust.LossPart;
import io.credence.loss.ModelLosses;
import io.credence.model.Model;
import io.credence.network.result.EpochPosterior;
import io.credence.part.Catalogue;
import io.credence.predict.DrawsModel;
import io.credence.predict.MixedScoring;
import io.credence.predict.NetworkScoring;
import io.credence.predict.PredictiveModel;
import io.credence.predict.ScoringModel;
import io.credence.result.MixedFeatures;
import io.credence.result.SavedPosterior;
import io.credence.result.section.GroupSection;
import io.credence.spark.backend.SharedValue;
import io.credence.spark.plan.LabelLevels;
import io.credence.spark.row.DataException;
import io.credence.summary.LevelEffects;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/** Scoring of new rows by a saved posterior. */
public final class PosteriorScoring {

    private final SavedPosterior posterior;
    private final PredictiveModel model;
    private final PredictionColumns columns;
    private final List<String> features;
    private final List<String> notes = new ArrayList<>();

    /**
     * Creates the scoring by a posterior of coefficients or of a class.
     *
     * @param userModel class that was fitted; null where the posterior is of a likelihood
     * @param table reads a covariance that {@code posterior.json} does not hold
     * @param level probability that an interval covers
     * @param seed seed of the draws that represent a posterior that is no mixture of normals
     * @param where path of the posterior, for messages
     * @throws ConfigurationException if it predicts no response
     */
    public PosteriorScoring(
            SavedPosterior posterior,
            @Nullable Model userModel,
            Supplier<double[]> table,
            double level,
            long seed,
            String where) {
        requirePredictive(posterior, userModel, where);
        this.posterior = posterior;
        this.columns = PredictionColumns.of(posterior, userModel);
        if (userModel != null) {
            NormalMixture points = posterior.drawPoints(table, seed);
            this.features = posterior.model().featureNames();
            this.model = DrawsModel.of(userModel, features, points, level, seed).orElseThrow();
            noteDraws(points);
            return;
        }
        Likelihood likelihood = posterior.model().likelihood();
        List<String> names = posterior.names();
        int further = likelihood.cutpointCount() + (posterior.model().hasJointDispersion() ? 1 : 0);
        this.features =
                ScoringTable.featureNames(names.subList(0, names.size() - further), likelihood.predictorNames());
        this.model = likelihood.responseLaw() == null && likelihood.outcomeCount() == 0
                ? drawsModel(likelihood, posterior.drawPoints(table, seed), level, seed, where)
                : normalModel(likelihood, posterior.normalMixture(table, seed), level);
    }

    private PredictiveModel normalModel(Likelihood likelihood, NormalMixture normals, double level) {
        if (normals.isOfDraws()) {
            noteDraws(normals);
        }
        if (posterior.posteriorFamily().equals(StudentFull.NAME) && likelihood.isMeanExponential()) {
            notes.add("the mean of a response of family " + posterior.model().family() + " does not exist under a"
                    + " Student's t of its logarithm and is infinite; intervals exist");
        }
        return posterior.model().hasJointDispersion()
                ? ScoringModel.withLogDispersion(likelihood, normals, level)
                : ScoringModel.of(likelihood, normals, posterior.dispersion(), level);
    }

    private PredictiveModel drawsModel(
            Likelihood likelihood, NormalMixture points, double level, long seed, String where) {
        noteDraws(points);
        boolean joint = posterior.model().hasJointDispersion();
        return DrawsModel.of(likelihood, points, joint, posterior.dispersion(), level, seed)
                .orElseThrow(() -> new ConfigurationException("the family " + likelihood.name()
                        + " has no law of responses and draws none: required one of them, found neither (" + where
                        + ")"));
    }

    private void noteDraws(NormalMixture points) {
        notes.add("a posterior of the family " + posterior.posteriorFamily()
                + (posterior.isNonCentred() ? " under a non-centred prior" : "") + " is represented by "
                + points.components().size() + " of its draws");
    }

    /**
     * Creates the scoring by a mixed model.
     *
     * @param effects effects of the levels of its grouping factors
     */
    public PosteriorScoring(
            SavedPosterior posterior, Supplier<double[]> table, List<LevelEffects> effects, double level) {
        Likelihood likelihood = posterior.model().likelihood();
        this.posterior = posterior;
        this.columns = PredictionColumns.of(posterior, null);
        this.features = MixedFeatures.features(posterior);
        ScoringModel fixed =
                ScoringModel.of(likelihood, posterior.normalMixture(table, 0), posterior.dispersion(), level);
        boolean knowsSd = likelihood.isNormal() && posterior.dispersion().isKnown();
        this.model = new MixedScoring(fixed, features.size(), MixedFeatures.levelEffects(posterior, effects), knowsSd);
        if (posterior.groups().stream().map(GroupSection::factor).distinct().count() > 1) {
            notes.add("effects of different grouping factors are taken as independent of each other");
        }
    }

    /**
     * Creates the scoring by networks or a deep process.
     *
     * @param trained trained networks or process that {@code posterior} describes
     * @param level probability that an interval covers
     */
    public PosteriorScoring(SavedPosterior posterior, EpochPosterior trained, double level) {
        this.posterior = posterior;
        this.columns = PredictionColumns.of(posterior, null);
        this.features = posterior.names();
        this.model = new NetworkScoring(trained, level);
    }

    /**
     * Refuses a posterior that predicts no response, has an unknown likelihood, or has coefficients that do not fit its
     * classes.
     *
     * @param userModel class that was fitted; null where the posterior is of a likelihood
     * @param where path of the posterior, for messages
     * @throws IllegalArgumentException with the reason
     */
    public static void requirePredictive(SavedPosterior posterior, @Nullable Model userModel, String where) {
        if (userModel != null) {
            if (ModelLosses.of(userModel, posterior.model().featureNames()).responseDistributions() == null) {
                throw new ConfigurationException("the posterior is of a class that predicts no response: required one"
                        + " that writes the method response, or has classes, found model.class = "
                        + userModel.getClass().getName() + " (" + where + ")");
            }
            return;
        }
        posterior.model().likelihood();
        Catalogue<LossPart> losses = GeneralisedLosses.ALL;
        if (losses.has(posterior.model().loss())
                && !losses.named(posterior.model().loss()).isPredictive()) {
            throw new ConfigurationException(
                    "the posterior is of the loss " + posterior.model().loss() + ", which is no"
                            + " likelihood and predicts no new response: required objective.loss.kind = log-likelihood, power,"
                            + " beta or gamma (" + where + ")");
        }
    }

    /** Notes for users, one sentence each. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** Number of classes that have a probability; 0 for families of numbers. */
    public int outcomeCount() {
        return columns.outcomeCount();
    }

    /** Number that predictions use for each class: its level where that is a number. Empty for families of numbers. */
    public List<Double> classNumbers() {
        return LabelLevels.classNumbers(posterior.classNames(), columns.outcomeCount());
    }

    private Scorer scorer(SharedValue<PredictiveModel> shared, int probabilities) {
        List<Double> numbers = columns.areClasses() ? classNumbers() : List.of();
        return new Scorer(shared, probabilities, posterior.classNames(), numbers);
    }

    /** Names of the features of a row. */
    public List<String> featureNames() {
        return features;
    }

    /** Refuses rows with a column that has the name of a new one. */
    public void requireFreeNames(ScoringTable rows, int probabilities, String where) {
        List<String> taken = Arrays.asList(rows.originalRows().columns());
        List<String> added = new ArrayList<>();
        columns.outputColumns(probabilities, UnaryOperator.identity()).forEach(output -> added.add(output.name()));
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
        return columns.outputColumns(probabilities, names);
    }

    /** Creates the scorer for the task that holds this posterior. */
    Scorer scorer(int probabilities) {
        return scorer(new SharedValue.SerialCopy<>(model), probabilities);
    }

    /** Shares the posterior with the tasks that score some rows. It is to be released when all are scored. */
    public SharedValue<PredictiveModel> share(ScoringTable rows) {
        return rows.share(model);
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
        return rows.score(scorer(shared, probabilities), columns.outputColumns(probabilities, names), tally);
    }
}
