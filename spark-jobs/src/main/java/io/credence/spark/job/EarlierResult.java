package io.credence.spark.job;

import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.config.PredictorColumns;
import io.credence.formula.Design;
import io.credence.prior.EarlierFit;
import io.credence.result.EarlierFits;
import io.credence.result.PartitionFactorsFile;
import io.credence.result.SavedPosterior;
import io.credence.spark.PackedRows;
import io.credence.spark.job.output.Failure;
import io.credence.spark.job.output.Folder;
import io.credence.spark.plan.EarlierFitColumns;
import io.credence.spark.plan.Levels;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Result of an earlier fit, if any, whose posterior a configuration requests as prior. It is read once, before the
 * rows.
 */
public final class EarlierResult {

    private final FitConfig requested;
    private final @Nullable SavedPosterior saved;

    private EarlierResult(FitConfig requested, @Nullable SavedPosterior saved) {
        this.requested = requested;
        this.saved = saved;
    }

    /**
     * Reads the result of {@code prior.path}; none where the prior is another.
     *
     * @throws ConfigurationException if it cannot be read, cannot be a prior, or lies where this fit will write
     */
    public static EarlierResult of(FitConfig config, SparkSession spark) {
        String path = config.prior().path();
        if (path == null || !config.prior().isEarlierPosterior()) {
            return new EarlierResult(config, null);
        }
        try {
            String folder = path.replaceFirst("/" + ResultFolder.POSTERIOR + "$", "");
            requireOtherFolder(folder, config.output().path(), Sessions.hadoop(spark));
            ResultFiles files = ResultFiles.read(folder, spark);
            SavedPosterior saved = SavedPosterior.parse(files.posteriorJson());
            String source = config.redacted().redaction().redact(path);
            EarlierFit fit = EarlierFits.of(saved, source, files::storedCovariance);
            byte[] sites = config.inference().isPartitioned() ? partitionFactorBytes(files, saved) : null;
            return new EarlierResult(
                    config.with(
                            sites == null ? fit : fit.withFactors(PartitionFactorsFile.read(sites, saved.digest()))),
                    saved);
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new ConfigurationException(
                    "prior.path cannot be used: " + Failure.oneLine(unreadable) + " (" + path + ")", unreadable);
        }
    }

    /** Bytes of the partition factors of a posterior that can be updated factor by factor; null if it has none. */
    private static byte @Nullable [] partitionFactorBytes(ResultFiles files, SavedPosterior saved) {
        saved.missingFiles().requireWritten(ResultFolder.SITES);
        return files.binaries().get(PartitionFactorsFile.NAME);
    }

    /**
     * Refuses a result in the folder of its own prior. Such a fit would count its rows again whenever it is repeated.
     */
    private static void requireOtherFolder(String folder, String output, Configuration hadoop) throws IOException {
        if (Folder.of(folder, hadoop).path().equals(Folder.of(output, hadoop).path())) {
            throw new IllegalArgumentException("the result would replace its own prior, and count its rows twice"
                    + " if it were fitted again: required another output.path, found " + output);
        }
    }

    /** Configuration with the earlier fit in its prior. */
    public FitConfig configWithEarlierFit() {
        return requested;
    }

    /**
     * Columns that the rows take over from the earlier fit.
     *
     * @throws ConfigurationException if the configuration has the classes in another order
     */
    public EarlierFitColumns earlierColumns() {
        if (saved == null) {
            return EarlierFitColumns.NONE;
        }
        PredictorColumns predictors = requested.data().predictors();
        String label = requested.data().responseColumn();
        String order = label == null ? null : predictors.referenceLevels().get(label);
        List<String> labels = saved.classNames();
        if (order != null
                && !labels.isEmpty()
                && !order.equals(labels.get(0))
                && !Levels.parseOrder(order).equals(labels)) {
            throw conflictException(
                    "the classes are in another order",
                    "no data.reference." + label + ", or \"" + String.join(" < ", labels) + "\"",
                    order);
        }
        return EarlierFitColumns.of(saved);
    }

    /** Digest of the rows and of the posterior that is their prior. */
    String fingerprint(PackedRows rows) {
        return saved == null ? rows.fingerprint() : rows.fingerprint() + " after " + saved.digest();
    }

    /**
     * Compares the rows with those of the earlier fit, and returns notes for the user.
     *
     * @throws ConfigurationException if a column or class of the same name is another one
     */
    public List<String> compareRows(PackedRows rows) {
        if (saved == null) {
            return List.of();
        }
        rows.baselines().forEach((column, level) -> {
            String before = saved.fittedColumns().referenceLevels().getOrDefault(column, level);
            if (!before.equals(level)) {
                throw conflictException(
                        "the level of " + column + " without a coefficient is another",
                        before + ", by data.reference { " + column + " = \"" + before + "\" }",
                        level);
            }
        });
        if (!saved.classNames().equals(rows.classNames())) {
            throw conflictException(
                    "the classes are others", labelsText(saved.classNames()), labelsText(rows.classNames()));
        }
        Design before = saved.fittedColumns().design();
        Design now = rows.design();
        String conflict = before == null || now == null ? null : now.differenceFrom(before);
        if (conflict != null) {
            throw conflictException(
                    "a column is another",
                    "the same levels in the same order, by data.reference, and the same contrasts, by the formula",
                    conflict);
        }
        boolean counted = rows.fingerprint().equals(saved.fingerprint());
        return counted && !requested.inference().isPartitioned()
                ? List.of("these rows are those of the posterior in "
                        + requested.prior().path() + ": they count twice")
                : List.of();
    }

    private static String labelsText(List<String> labels) {
        return labels.isEmpty() ? "numbers" : String.join(", ", labels);
    }

    private ConfigurationException conflictException(String what, String required, String found) {
        return new ConfigurationException("the prior does not fit the rows: " + what + ": required " + required
                + ", found " + found + " (" + requested.prior().path() + ")");
    }
}
