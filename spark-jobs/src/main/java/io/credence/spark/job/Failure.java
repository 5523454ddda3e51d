package io.credence.spark.job;

import io.credence.config.ConfigurationException;
import io.credence.spark.DataException;
import java.util.Optional;

/**
 * What is told of an exception: one line, and the exit status.
 *
 * @param status exit status
 * @param line what is wrong, required and found, and where
 */
record Failure(int status, String line) {

    static Failure of(Throwable thrown) {
        Optional<DataException> data = find(thrown, DataException.class);
        if (data.isPresent()) {
            return new Failure(ExitStatus.DATA, oneLine(data.get()));
        }
        Optional<OutputException> output = find(thrown, OutputException.class);
        if (output.isPresent()) {
            return new Failure(ExitStatus.CONFIGURATION, oneLine(output.get()));
        }
        Optional<ConfigurationException> configuration = find(thrown, ConfigurationException.class);
        if (configuration.isPresent()) {
            return new Failure(ExitStatus.CONFIGURATION, oneLine(configuration.get()));
        }
        return new Failure(
                ExitStatus.UNEXPECTED,
                "unexpected failure: " + thrown.getClass().getSimpleName() + ": " + oneLine(thrown)
                        + " (--set log.stackTrace=true shows where)");
    }

    private static <T extends Throwable> Optional<T> find(Throwable thrown, Class<T> type) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return Optional.of(type.cast(cause));
            }
        }
        return Optional.empty();
    }

    static String oneLine(Throwable thrown) {
        return String.valueOf(thrown.getMessage())
                .lines()
                .findFirst()
                .orElse("")
                .strip();
    }
}
