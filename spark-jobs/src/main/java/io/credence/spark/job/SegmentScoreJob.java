package io.credence.spark.job;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;

import io.credence.config.DataConfig;
import io.credence.config.DataConfig.OnMissing;
import io.credence.config.FitConfig;
import io.credence.result.section.SegmentsFile;
import io.credence.spark.job.output.ExitStatus;
import io.credence.spark.job.output.TableTarget;
import io.credence.spark.read.Table;
import io.credence.spark.read.TableReader;
import io.credence.spark.score.Announcements;
import io.credence.spark.score.PredictionColumns;
import io.credence.spark.score.SegmentScoring;
import java.io.PrintStream;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Observation;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Job of the command {@code score} where each segment has a fit: it predicts each row by the posterior of its segment.
 *
 * @param config configuration of the command
 * @param saved saved fits of all segments
 * @param fittedConfig configuration of these fits
 */
record SegmentScoreJob(
        FitConfig config,
        SegmentsFile saved,
        FitConfig fittedConfig,
        Progress progress,
        PrintStream out,
        PrintStream err) {

    int run(@Nullable String master, Jars jars) {
        FitConfig.Score score = config.score();
        try (LateSession session =
                LateSession.of(master, config, "credence score " + score.rows().path())) {
            TableTarget target = TableTarget.open(score.predictions(), session.hadoop());
            progress.beginPhase("starting Spark");
            SparkSession spark = session.get();
            jars.addTo(spark);
            progress.beginPhase("reading " + score.rows().path());
            DataConfig data = fittedConfig.data().forNewRows(score.rows(), score.onMissing());
            Table rows = new TableReader(spark).read(data).withBackend(config.backend());
            SegmentScoring scoring = SegmentOutcomes.read(config.output().path(), saved, spark)
                    .scoring(rows, data, score.intervalProbability());
            boolean flags = score.onMissing() == OnMissing.FLAG;
            int probabilities = score.predictions().format().equals("csv") ? scoring.outcomeCount() : 0;
            Dataset<Row> scored = scoring.score(
                    probabilities,
                    UnaryOperator.identity(),
                    PredictionColumns.UNSEEN,
                    flags ? PredictionColumns.MISSING : null);
            progress.beginPhase("scoring " + score.rows().path());
            if (progress.isShown()) {
                Announcements.runWatched(progress::announce, () -> scoring.announceEstimate(probabilities));
            }
            Observation counts = new Observation();
            String written = target.write(
                    scored.observe(
                            counts,
                            count(lit(1)).as("rows"),
                            count(col(PredictionColumns.UNSEEN)).as("unseen")),
                    () -> {});
            progress.finish();
            printUnseenNote(counts);
            out.println("scored " + observedCount(counts, "rows") + " rows; predictions in " + written);
            return ExitStatus.SUCCESS;
        }
    }

    private void printUnseenNote(Observation counts) {
        long unseen = observedCount(counts, "unseen");
        if (unseen > 0) {
            err.println(
                    "note: " + unseen + " rows are of a segment without a posterior or have a level that was not in its"
                            + " fit; their predictions are empty and the column " + PredictionColumns.UNSEEN
                            + " has the reason");
        }
    }

    private static long observedCount(Observation counts, String name) {
        try {
            return (Long) Objects.requireNonNull(counts.getAsJava().get(name), name);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the counts of scored rows were not awaited", interrupted);
        }
    }
}
