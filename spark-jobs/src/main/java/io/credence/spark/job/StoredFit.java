package io.credence.spark.job;

import io.credence.ModelKind.SavedFit;
import io.credence.ModelKinds;
import io.credence.config.ConfigReader;
import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.config.Parts;
import io.credence.model.Model;
import io.credence.result.SavedPosterior;
import io.credence.result.section.SegmentsFile;
import io.credence.spark.job.output.Failure;
import io.credence.spark.job.output.Folder;
import io.credence.spark.score.LevelTable;
import io.credence.spark.score.PosteriorScoring;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * Saved fit in {@code output.path}, for commands that apply it to other rows.
 *
 * @param config configuration of the command
 * @param parts parts that the fit may name
 * @param command name of the command, for messages
 */
record StoredFit(FitConfig config, Parts parts, String command) {

    /** Saved fits of segments, where each has its own; null where all rows have one posterior. */
    @Nullable
    SegmentsFile readSegments(Configuration hadoop) {
        return readPosteriorFile(hadoop, text -> SegmentsFile.isSegmentsText(text) ? SegmentsFile.parse(text) : null);
    }

    SavedPosterior readPosterior(Configuration hadoop) {
        return Objects.requireNonNull(readPosteriorFile(hadoop, text -> SavedPosterior.parseAny(text, parts)));
    }

    private <T> @Nullable T readPosteriorFile(Configuration hadoop, Function<String, @Nullable T> parse) {
        BanditJob.refuseRounds(config, command);
        String path = config.output().path();
        try {
            Folder folder = Folder.of(path, hadoop);
            if (!folder.exists(ResultFolder.POSTERIOR)) {
                throw new ConfigurationException("output.path holds no posterior: required a fit before " + command
                        + ", found no " + folder.file(ResultFolder.POSTERIOR));
            }
            return parse.apply(new String(folder.read(ResultFolder.POSTERIOR), StandardCharsets.UTF_8));
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new ConfigurationException(
                    "output.path cannot be read: " + Failure.oneLine(unreadable) + " (" + path + ")", unreadable);
        }
    }

    void requirePredictive(SavedPosterior posterior, @Nullable Model userModel) {
        String path = config.output().path();
        try {
            ModelKinds.of(posterior, userModel).requirePredictive(posterior, userModel, path);
        } catch (IllegalArgumentException unlike) {
            throw new ConfigurationException(
                    "output.path cannot be read: " + Failure.oneLine(unlike) + " (" + path + ")", unlike);
        }
    }

    /**
     * Configuration of the fit, with its columns. The rule for missing cells comes from the configuration of the
     * command.
     */
    FitConfig fittedConfig(SavedPosterior posterior) {
        String fitted = posterior.config();
        return fitted.isEmpty() ? config : fittedConfig(fitted, posterior.redactedKeys());
    }

    /** Configuration of a fit, read from the text in its result. */
    FitConfig fittedConfig(String shown, List<String> redacted) {
        return ConfigReader.readRedacted("the fit in " + config.output().path(), shown, redacted, config, parts);
    }

    LevelTable readLevelEffects(SparkSession spark, SavedPosterior posterior) {
        String path = config.output().path();
        try {
            return ResultFiles.readLevelEffects(Folder.of(path, Sessions.hadoop(spark)), posterior, spark)
                    .withSmallFactors(spark);
        } catch (IOException | RuntimeException unreadable) {
            throw new ConfigurationException(
                    "the effects of levels cannot be read: " + Failure.oneLine(unreadable) + " (" + path + ")",
                    unreadable);
        }
    }

    PosteriorScoring scoring(
            SparkSession spark, SavedPosterior posterior, @Nullable Model userModel, LevelTable effects) {
        String path = config.output().path();
        try {
            return new PosteriorScoring(new SavedFit(
                    posterior,
                    userModel,
                    covarianceReader(spark, posterior),
                    effects.effects(),
                    name -> binary(spark, name),
                    config.score().intervalProbability(),
                    config.seed(),
                    path));
        } catch (UncheckedIOException | IllegalArgumentException unlike) {
            throw new ConfigurationException(
                    "output.path holds no posterior that can be used: " + Failure.oneLine(unlike) + " (" + path + ")",
                    unlike);
        }
    }

    /** Reads a binary file beside {@code posterior.json}. */
    private byte[] binary(SparkSession spark, String name) {
        try {
            return ResultFiles.read(config.output().path(), spark).binary(name);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Reader of a covariance that {@code posterior.json} does not hold. */
    Supplier<double[]> covarianceReader(SparkSession spark, SavedPosterior posterior) {
        String path = config.output().path() + "/" + ResultFolder.COVARIANCE;
        return () -> {
            posterior.missingFiles().requireWritten(ResultFolder.COVARIANCE);
            return CovarianceTable.read(spark, path, posterior.names().size());
        };
    }
}
