package io.credence.spark.read;

import io.credence.spark.row.DataException;
import io.credence.spark.row.SqlText;
import java.io.IOException;
import java.io.ObjectStreamException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.spark.SparkThrowable;

/**
 * Conversion of failures of Spark's readers and expressions to data errors. Failures that are no fault of the data stay
 * as they are.
 */
public final class ReadFailure {

    /** Condition of the failure of a job that was cancelled. */
    private static final String CANCELLED = "SPARK_JOB_CANCELLED";

    private ReadFailure() {}

    /**
     * Exception to throw for a failure: the data error that it wraps, else one made from its innermost cause in the
     * data.
     */
    public static RuntimeException of(Exception failed, String where) {
        Deque<Throwable> innermostFirst = new ArrayDeque<>();
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof DataException known) {
                return known;
            }
            innermostFirst.addFirst(cause);
        }
        for (Throwable cause : innermostFirst) {
            if (isDataFailure(cause)) {
                return new DataException(
                        "Spark could not read the rows",
                        "files of the stated format, and expressions that hold for every row",
                        SqlText.firstLine(cause),
                        where,
                        failed);
            }
        }
        return failed instanceof RuntimeException plain ? plain : new IllegalStateException(failed);
    }

    /**
     * Whether a failure is a fault of the data. Spark names the condition of failures that it expects; an aborted job
     * has no such name. A job that someone cancelled has one.
     */
    private static boolean isDataFailure(Throwable cause) {
        if (cause instanceof SparkThrowable spark) {
            String condition = spark.getCondition();
            return condition != null && !condition.startsWith("INTERNAL_ERROR") && !condition.equals(CANCELLED);
        }
        return (cause instanceof IOException && !(cause instanceof ObjectStreamException))
                || cause instanceof ArithmeticException
                || cause.getClass().getName().startsWith("org.apache.parquet");
    }
}
