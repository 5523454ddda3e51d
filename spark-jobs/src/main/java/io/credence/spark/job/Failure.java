package io.credence.spark.job;

import io.credence.config.ConfigurationException;
import io.credence.formula.FormulaException;
import io.credence.spark.DataException;
import java.util.List;

/**
 * What is told of an exception: one line, and the exit status.
 *
 * @param status exit status
 * @param line what is wrong, required and found, and where
 */
record Failure(int status, String line) {

    private record Told(Class<? extends Throwable> type, int status) {}

    /** Exceptions whose message is for users, those that say most first. */
    private static final List<Told> TOLD = List.of(
            new Told(DataException.class, ExitStatus.DATA),
            new Told(OutputException.class, ExitStatus.CONFIGURATION),
            new Told(ConfigurationException.class, ExitStatus.CONFIGURATION),
            new Told(FormulaException.class, ExitStatus.CONFIGURATION));

    static Failure of(Throwable thrown) {
        for (Told told : TOLD) {
            for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
                if (told.type().isInstance(cause)) {
                    return new Failure(told.status(), oneLine(cause));
                }
            }
        }
        return new Failure(
                ExitStatus.UNEXPECTED,
                "unexpected failure: " + thrown.getClass().getSimpleName() + ": " + oneLine(thrown)
                        + " (--set log.stackTrace=true shows where)");
    }

    static String oneLine(Throwable thrown) {
        return String.valueOf(thrown.getMessage())
                .lines()
                .findFirst()
                .orElse("")
                .strip();
    }
}
