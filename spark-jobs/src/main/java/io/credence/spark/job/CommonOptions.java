package io.credence.spark.job;

import io.credence.config.ConfigReader;
import io.credence.config.ConfigurationException;
import io.credence.config.FitConfig;
import io.credence.spark.job.output.Failure;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Arguments and options of every command. */
final class CommonOptions {

    @Parameters(
            index = "0",
            paramLabel = "CONFIG",
            description = "configuration in HOCON: a file here, or any Hadoop path")
    private String config;

    @Option(
            names = "--set",
            paramLabel = "key=value",
            description = "overrides one key of the configuration; may be repeated")
    private List<String> overrides = new ArrayList<>();

    @Option(
            names = "--master",
            paramLabel = "URL",
            description = "Spark master; spark-submit's, else all cores of this machine, if not given")
    private @Nullable String master;

    @Option(names = "--quiet", description = "no progress")
    private boolean quiet;

    /** Reads the configuration. Its secrets are left out of all output from then on. */
    FitConfig read(RedactedStream out, RedactedStream err) {
        FitConfig config = read();
        out.redactSecrets(config.redacted().redaction());
        err.redactSecrets(config.redacted().redaction());
        return config;
    }

    private FitConfig read() {
        try {
            return ConfigReader.read(config, Sessions.readText(config), overrides);
        } catch (FileNotFoundException | NoSuchFileException absent) {
            throw new ConfigurationException(
                    "the configuration does not exist: required a file, found none at " + config, absent);
        } catch (IOException | IllegalArgumentException unreadable) {
            throw new ConfigurationException(
                    "the configuration cannot be read: " + Failure.oneLine(unreadable) + " (" + config + ")",
                    unreadable);
        }
    }

    @Nullable
    String master() {
        return master;
    }

    boolean quiet() {
        return quiet;
    }
}
