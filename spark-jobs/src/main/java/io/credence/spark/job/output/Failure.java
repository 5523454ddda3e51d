package io.credence.spark.job.output;

import io.credence.config.ConfigurationException;
import io.credence.formula.FormulaException;
import io.credence.linalg.KernelException;
import io.credence.spark.row.DataException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Report of an exception to the user: one line, and the exit status.
 *
 * @param status exit status
 * @param message what is wrong, required and found, and where
 */
public record Failure(int status, String message) {

    private record ReportedType(Class<? extends Throwable> type, int status) {}

    /** Exceptions whose message is for users, the most specific first. */
    private static final List<ReportedType> CAUSES = List.of(
            new ReportedType(DataException.class, ExitStatus.DATA),
            new ReportedType(OutputException.class, ExitStatus.CONFIGURATION),
            new ReportedType(ConfigurationException.class, ExitStatus.CONFIGURATION),
            new ReportedType(FormulaException.class, ExitStatus.CONFIGURATION),
            new ReportedType(KernelException.class, ExitStatus.CONFIGURATION));

    private static final String MEMORY = "out of memory: required a larger heap (CREDENCE_JAVA_OPTS=-Xmx…, or"
            + " spark-submit's --driver-memory and --executor-memory) or a smaller fit, found ";
    private static final String FILE_SYSTEM =
            "a path cannot be read: required the jar of its file system on the class path"
                    + " (for s3a: hadoop-aws, by spark-submit's --packages), found no class ";
    private static final Pattern ABSENT_FILE_SYSTEM =
            Pattern.compile("(?:Class |ClassNotFoundException: |NoClassDefFoundError: )"
                    + "((?:org[./]apache[./]hadoop[./]fs|com[./]amazonaws|software[./]amazon)[\\w./$]*)");

    public static Failure of(Throwable thrown) {
        for (ReportedType known : CAUSES) {
            for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
                if (known.type().isInstance(cause)) {
                    return new Failure(known.status(), oneLine(cause));
                }
            }
        }
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError) {
                return new Failure(ExitStatus.UNEXPECTED, MEMORY + oneLine(cause));
            }
            Matcher absent = ABSENT_FILE_SYSTEM.matcher(cause.toString());
            if (absent.find()) {
                return new Failure(ExitStatus.CONFIGURATION, FILE_SYSTEM + absent.group(1));
            }
        }
        return new Failure(
                ExitStatus.UNEXPECTED,
                "unexpected failure: " + thrown.getClass().getSimpleName() + ": " + oneLine(thrown)
                        + " (--set log.stackTrace=true shows where)");
    }

    public static String oneLine(Throwable thrown) {
        return String.valueOf(thrown.getMessage())
                .lines()
                .findFirst()
                .orElse("")
                .strip();
    }
}
