package io.credence.spark.job;

import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.spark.job.output.ExitStatus;
import io.credence.spark.read.TableReader;
import io.credence.summary.SegmentCounts;
import java.io.PrintStream;
import org.apache.spark.sql.SparkSession;

/** Job of the command {@code fit} with {@code data.by}, which writes tables of one fit per segment. */
record SegmentsJob(FitConfig config, Progress progress, PrintStream out, PrintStream err) {

    /** Refuses {@code --resume}, since fits of segments write no checkpoints. */
    static void refuseResume(boolean resume) {
        if (resume) {
            throw new ConfigurationException(
                    "--resume does not go with data.by: required a new fit, whose segments are over"
                            + " within a task each; found --resume");
        }
    }

    int run(SparkSession spark, ResultFolder results, long begin) {
        SegmentOutcomes segments = SegmentOutcomes.of(new TableReader(spark).read(config.data()), config)
                .withPersistedFits();
        progress.beginPhase("fitting segments by " + String.join(", ", segments.segmentColumns()));
        SegmentOutcomes.Outcome ended = segments.computeOutcome(config, begin);
        progress.finish();
        out.println(ended.counts().text());
        ended.notes().forEach(note -> err.println("note: " + note));
        results.write(ended.files(), spark);
        segments.fits().unpersist();
        out.println("results in " + results.displayPath());
        return exitStatus(ended.counts());
    }

    /** Exit status of the job. Segments without a posterior affect it only if no segment has one. */
    private int exitStatus(SegmentCounts counts) {
        if (counts.posteriors() == 0) {
            return counts.diverged() > 0 ? ExitStatus.DIVERGED : ExitStatus.DATA;
        }
        return counts.unconverged() == 0 || config.stop().acceptUnconverged()
                ? ExitStatus.SUCCESS
                : ExitStatus.UNCONVERGED;
    }
}
