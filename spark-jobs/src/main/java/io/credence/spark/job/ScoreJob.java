package io.credence.spark.job;

import io.credence.config.DataConfig;
import io.credence.config.DataConfig.OnMissing;
import io.credence.config.FitConfig;
import io.credence.config.Parts;
import io.credence.model.Model;
import io.credence.predict.PredictiveModel;
import io.credence.result.SavedPosterior;
import io.credence.result.section.SegmentsFile;
import io.credence.spark.backend.SharedValue;
import io.credence.spark.job.output.ExitStatus;
import io.credence.spark.job.output.TableTarget;
import io.credence.spark.read.TableReader;
import io.credence.spark.score.Announcements;
import io.credence.spark.score.LevelTable;
import io.credence.spark.score.PosteriorScoring;
import io.credence.spark.score.PredictionColumns;
import io.credence.spark.score.ScoringTable;
import io.credence.spark.score.ScoringTally;
import java.io.PrintStream;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Job of the command {@code score}, which predicts new rows by a saved posterior. */
record ScoreJob(FitConfig config, Parts parts, Progress progress, PrintStream out, PrintStream err)
        implements RowsCommand.Job {

    private StoredFit storedFit() {
        return new StoredFit(config, parts, "score");
    }

    @Override
    public int run(@Nullable String master, Jars jars) {
        Configuration hadoop = Sessions.hadoop();
        SegmentsFile segments = storedFit().readSegments(hadoop);
        if (segments != null) {
            FitConfig fitted = storedFit()
                    .fittedConfig(
                            segments.settings().configText(),
                            segments.settings().redacted());
            return new SegmentScoreJob(config, segments, fitted, progress, out, err).run(master, jars);
        }
        SavedPosterior posterior = storedFit().readPosterior(hadoop);
        FitConfig fitted = storedFit().fittedConfig(posterior);
        Model userModel = UserModelFactory.fittedModelOrNull(fitted, posterior);
        storedFit().requirePredictive(posterior, userModel);
        TableTarget target = TableTarget.open(config.score().predictions(), hadoop);
        try (LateSession session = LateSession.of(
                master, config, "credence score " + config.score().rows().path())) {
            progress.beginPhase("starting Spark");
            SparkSession spark = session.get();
            jars.addTo(spark);
            return run(spark, posterior, userModel, fitted, target);
        }
    }

    private int run(
            SparkSession spark,
            SavedPosterior posterior,
            @Nullable Model userModel,
            FitConfig fitted,
            TableTarget target) {
        progress.beginPhase("reading " + config.score().rows().path());
        LevelTable effects = storedFit().readLevelEffects(spark, posterior);
        PosteriorScoring scoring = storedFit().scoring(spark, posterior, userModel, effects);
        scoring.notes().forEach(note -> err.println("note: " + note));
        DataConfig data =
                fitted.data().forNewRows(config.score().rows(), config.score().onMissing());
        ScoringTable plain = ScoringTable.of(
                new TableReader(spark).read(data).withBackend(config.backend()),
                data,
                scoring.featureNames(),
                posterior.fittedColumns());
        ScoringTable read = effects.isEmpty()
                ? plain
                : plain.withFactorLevels(data, effects, config.score().allowNewLevels());
        boolean flags = config.score().onMissing() == OnMissing.FLAG;
        ScoringTable all = flags ? read.withMissingKept(PredictionColumns.MISSING) : read;
        ScoringTable rows = config.score().flagUnseen() ? all.withUnseenFlagged(PredictionColumns.UNSEEN) : all;
        int probabilities = config.score().predictions().format().equals("csv") ? scoring.outcomeCount() : 0;
        scoring.requireFreeNames(rows, probabilities, config.score().rows().path());
        progress.beginPhase("scoring " + config.score().rows().path());
        ScoringTally tally = rows.registerTally();
        ScoringTable.@Nullable Counts before = tally == null ? rows.countRows() : null;
        SharedValue<PredictiveModel> shared = scoring.share(rows);
        if (progress.isShown()) {
            Announcements.runWatched(
                    progress::announce, () -> scoring.announceEstimate(rows, shared, probabilities, before));
        }
        Dataset<Row> scored = scoring.score(rows, shared, probabilities, UnaryOperator.identity(), tally);
        String written = target.write(scored, () -> {
            if (tally != null && tally.value().hasRefusedRow()) {
                rows.countRows();
            }
        });
        shared.release();
        ScoringTable.Counts counts = tally != null ? tally.value() : Objects.requireNonNull(before);
        progress.finish();
        if (!posterior.isReliable()) {
            err.println("note: the posterior is " + posterior.reliability().text());
        }
        if (counts.skipped() > 0) {
            err.println("note: " + counts.skipped() + " rows with missing or unusable cells "
                    + (flags
                            ? "have empty predictions; the column " + PredictionColumns.MISSING + " has the reason"
                            : "were left out"));
        }
        if (counts.unseen() > 0) {
            err.println("note: " + counts.unseen() + " rows have a level that was not in the fit; their predictions"
                    + " are empty and the column " + PredictionColumns.UNSEEN + " has the reason");
        }
        out.println("scored " + counts.scoredRows() + " rows; predictions in " + written);
        return ExitStatus.SUCCESS;
    }
}
