package io.credence.spark.job;

import io.credence.config.FitConfig.Output;
import io.credence.result.MissingFiles;
import io.credence.result.NetworksFile;
import io.credence.result.PartitionFactorsFile;
import io.credence.result.SavedPosterior;
import io.credence.spark.backend.TemporaryName;
import io.credence.spark.job.output.Failure;
import io.credence.spark.job.output.Folder;
import io.credence.spark.job.output.FolderLock;
import io.credence.spark.job.output.OutputException;
import io.credence.spark.score.LevelRanksTable;
import io.credence.spark.score.LevelTable;
import io.credence.summary.LevelRanks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;

/**
 * Output folder of a fit, which holds all files of a result or none. {@code posterior.json} appears last, and at once.
 */
public final class ResultFolder {

    static final String POSTERIOR = "posterior.json";
    static final String COVARIANCE = "covariance.parquet";
    static final String TRACE = "trace.jsonl";
    static final String POINTWISE = "pointwise.csv";
    static final String LOG = "log.txt";
    static final String SITES = PartitionFactorsFile.NAME;
    static final String REPORT = "report.html";
    static final String AVERAGES = "effects.csv";
    /** Names of the binary files. */
    static final List<String> BINARIES = List.of(SITES, NetworksFile.NAME);

    static final String EFFECTS = "random-effects.parquet";
    static final String RANKS = "random-effects-ranks.parquet";
    static final String EFFECT_MOMENTS = "random-effects-moments.parquet";
    static final String SEGMENT_FITS = "fits.parquet";
    static final String SEGMENT_POSTERIORS = "posteriors.parquet";
    private static final List<String> OTHERS = List.of(
            COVARIANCE,
            SEGMENT_FITS,
            SEGMENT_POSTERIORS,
            EFFECTS,
            RANKS,
            EFFECT_MOMENTS,
            SITES,
            NetworksFile.NAME,
            TRACE,
            POINTWISE,
            LOG,
            REPORT,
            AVERAGES);

    /** Default number of levels that count as top-ranked. */
    private static final int TOP = 10;

    private final Folder folder;
    private final Output output;

    private ResultFolder(Folder folder, Output output) {
        this.folder = folder;
        this.output = output;
    }

    /** Opens the folder. It is refused if it holds a result that may not be replaced, or cannot be written. */
    public static ResultFolder open(Output output, Configuration hadoop) {
        try {
            Folder folder = Folder.of(output.path(), hadoop);
            refuseExisting(folder, output);
            folder.requireWritable();
            return new ResultFolder(folder, output);
        } catch (IOException | IllegalArgumentException unwritable) {
            throw unwritable(output, unwritable);
        }
    }

    /**
     * Opens the folder for a resumed fit. The result of a fit that was interrupted, or could not write all its files,
     * may be replaced.
     */
    static ResultFolder openToResume(Output output, Configuration hadoop) {
        try {
            Folder folder = Folder.of(output.path(), hadoop);
            boolean cutShort = folder.exists(POSTERIOR) && isCutShort(folder);
            return open(cutShort ? new Output(output.path(), true, output.topLevels()) : output, hadoop);
        } catch (IOException | IllegalArgumentException unreadable) {
            return open(output, hadoop);
        }
    }

    private static boolean isCutShort(Folder folder) throws IOException {
        SavedPosterior saved = SavedPosterior.parseAny(new String(folder.read(POSTERIOR), StandardCharsets.UTF_8));
        return saved.status().equals("unconverged") || !saved.missingFiles().isNone();
    }

    private static void refuseExisting(Folder folder, Output output) throws IOException {
        List<String> all = new ArrayList<>(OTHERS);
        all.add(0, POSTERIOR);
        for (String name : all) {
            if (!output.overwrite() && folder.exists(name)) {
                throw new OutputException(
                        "output.path already holds a result: required a new folder or output.overwrite = true, found "
                                + folder.file(name),
                        null);
            }
        }
    }

    static OutputException unwritable(Output output, Throwable cause) {
        return new OutputException(
                "output.path cannot be written: required a folder with space that may be created and written, found "
                        + cause.getClass().getSimpleName() + " (" + Failure.oneLine(cause) + ") at " + output.path(),
                cause);
    }

    /** Path of the result as people know it. */
    String displayPath() {
        return output.path();
    }

    /**
     * Writes the result.
     *
     * @throws OutputException if nothing could be written, or something beside the posterior could not, which is then left out and named in it
     */
    public void write(ResultFiles files, SparkSession spark) {
        List<Path> created = List.of();
        Path temporary = folder.file(TemporaryName.hidden("result"));
        MissingFiles missing;
        try {
            created = folder.create();
            StagedFiles staged = StagedFiles.createWithPosterior(folder, temporary, files.posteriorJson());
            stageFiles(staged, files, spark);
            missing = staged.markMissingFiles();
            try (FolderLock turn = FolderLock.take(folder)) {
                refuseExisting(folder, output);
                publishStaged(temporary, missing);
            }
            folder.deleteQuietly(temporary);
        } catch (Exception | FSError failed) {
            folder.deleteQuietly(temporary);
            folder.removeEmpty(created);
            throw failed instanceof OutputException refused ? refused : unwritable(output, failed);
        }
        if (!missing.isNone()) {
            throw new OutputException(
                    "the result is not whole: required space and memory for all of its files, found "
                            + String.join("; ", missing.sentences()) + "; " + POSTERIOR
                            + " and the other files were written to " + output.path()
                            + ", and it names what is missing",
                    null);
        }
    }

    private void stageFiles(StagedFiles staged, ResultFiles files, SparkSession spark) {
        files.textFiles().forEach((name, text) -> staged.add(name, file -> folder.write(file, text)));
        files.binaries().forEach((name, bytes) -> staged.add(name, file -> folder.write(file, bytes)));
        double[] covariance = files.covariance();
        if (covariance != null) {
            staged.add(
                    COVARIANCE, file -> CovarianceTable.write(spark, covariance, files.dimension(), file.toString()));
        }
        LevelTable effects = files.effects();
        if (!effects.isEmpty()) {
            staged.add(EFFECT_MOMENTS, file -> effects.writeMoments(spark, file.toString()));
            LevelTable written = staged.has(EFFECT_MOMENTS) ? effects.readFrom(staged.path(EFFECT_MOMENTS)) : effects;
            staged.add(EFFECTS, file -> written.writeEffects(spark, file.toString()));
            staged.add(
                    RANKS,
                    file -> LevelRanksTable.of(
                                    written,
                                    spark,
                                    output.topLevels().isPresent() ? Integer.MAX_VALUE : LevelRanks.FEW_LEVELS,
                                    output.topLevels().orElse(TOP),
                                    SavedPosterior.parseAny(files.posteriorJson())
                                            .seed())
                            .write(spark, file.toString()));
        }
        SegmentOutcomes segments = files.segmentOutcomes();
        if (segments != null) {
            staged.add(SEGMENT_FITS, file -> segments.fits().write().parquet(file.toString()));
            staged.add(SEGMENT_POSTERIORS, file -> segments.posteriors().write().parquet(file.toString()));
        }
    }

    /**
     * Moves staged files to their final paths. Without {@code posterior.json} there is no result, so it is the first to
     * go and the last to come. Missing files stay behind: a task that still wrote a table may have made its folder
     * again.
     */
    void publishStaged(Path temporary, MissingFiles missing) throws IOException {
        List<String> moved = new ArrayList<>();
        try {
            folder.delete(POSTERIOR);
            for (String name : OTHERS) {
                folder.delete(name);
                if (!missing.isMissing(name) && folder.fileSystem().exists(new Path(temporary, name))) {
                    moved.add(name);
                    folder.move(new Path(temporary, name), folder.file(name));
                }
            }
            folder.move(new Path(temporary, POSTERIOR), folder.file(POSTERIOR));
        } catch (IOException | RuntimeException failed) {
            moved.forEach(name -> folder.deleteQuietly(folder.file(name)));
            throw failed;
        }
    }
}
