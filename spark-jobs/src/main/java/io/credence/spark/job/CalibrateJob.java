package io.credence.spark.job;

import io.credence.Calibration;
import io.credence.Calibration.CalibrationResult;
import io.credence.Calibration.Source;
import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.report.CalibrationTable;
import io.credence.spark.PackedRows;
import io.credence.spark.RowPacker;
import io.credence.spark.job.output.ExitStatus;
import io.credence.spark.job.output.Folder;
import io.credence.spark.read.TableReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Job of the command {@code calibrate}: simulates data, fits each set in this process, and ranks the true parameters in
 * the posteriors.
 */
final class CalibrateJob {

    /** Name of the file of the result, in the output folder. */
    static final String FILE = "calibration.json";

    /** Largest size of the blocks that are simulated and fitted in this process, bytes. */
    private static final long MOST_BYTES = 1L << 28;

    private final FitConfig config;
    private final Progress progress;
    private final PrintStream out;
    private final PrintStream err;

    CalibrateJob(FitConfig config, Progress progress, PrintStream out, PrintStream err) {
        this.config = config;
        this.progress = progress;
        this.out = out;
        this.err = err;
    }

    int run(@Nullable String master, Source source, int simulations) {
        Folder folder = ranksFolder(Sessions.hadoop());
        try (LateSession session = LateSession.of(
                master, config, "credence calibrate " + config.data().path())) {
            progress.beginPhase("starting Spark");
            SparkSession spark = session.get();
            CalibrationResult found = runCalibration(spark, source, simulations);
            progress.finish();
            CalibrationTable.lines(found.ranks(), found.failedFits()).forEach(out::println);
            if (found.failedFits() > 0) {
                err.println("note: " + found.failedFits() + " fits have not converged, of which there are no ranks");
            }
            write(found, folder);
            return ExitStatus.SUCCESS;
        }
    }

    private CalibrationResult runCalibration(SparkSession spark, Source source, int simulations) {
        progress.beginPhase("reading " + config.data().path());
        RowPacker packer = RowPacker.of(config);
        try (PackedRows rows = packer.pack(new TableReader(spark).read(config.data()), config.data())) {
            if (rows.bytes() > MOST_BYTES) {
                throw new ConfigurationException(
                        "calibrate fits in this process: required rows of up to " + MOST_BYTES / (1 << 20)
                                + " MB, such as a sample of them, found " + rows.bytes() / (1 << 20) + " MB");
            }
            Calibration calibration =
                    new Calibration(config.inference(), rows, rows.collectedBlocks(), source, simulations);
            return calibration.run(done -> progress.beginPhase("fit " + done + " of " + simulations));
        }
    }

    /** Folder of the ranks. It is refused before the first fit if it cannot be written to. */
    private Folder ranksFolder(Configuration hadoop) {
        try {
            Folder folder = Folder.of(config.output().path(), hadoop);
            folder.requireWritable();
            return folder;
        } catch (IOException | IllegalArgumentException unwritable) {
            throw ResultFolder.unwritable(config.output(), unwritable);
        }
    }

    private void write(CalibrationResult found, Folder folder) {
        try {
            folder.publish(
                    FILE,
                    CalibrationTable.json(found.ranks(), found.failedFits()).getBytes(StandardCharsets.UTF_8));
            out.println("ranks in "
                    + config.redacted().redaction().redact(config.output().path() + "/" + FILE));
        } catch (IOException | IllegalArgumentException unwritable) {
            throw ResultFolder.unwritable(config.output(), unwritable);
        }
    }
}
