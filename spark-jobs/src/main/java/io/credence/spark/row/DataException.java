package io.credence.spark.row;

import org.apache.spark.SparkThrowable;
import org.jspecify.annotations.Nullable;

/**
 * Exception for data that cannot be fitted or scored: what is wrong, what is required, what was found, and where. What
 * a task throws with a condition of its own Spark throws again as it is, instead of a failed job with the stacks of
 * both; PySpark and Spark Connect report its message alone.
 */
public final class DataException extends IllegalArgumentException implements SparkThrowable {

    private static final long serialVersionUID = 1;
    private static final int LONGEST_CELL = 80;

    /** Creates an exception for data that were read but cannot be used. */
    public DataException(String problem, String required, String found, String where) {
        this(problem, required, found, where, null);
    }

    /** Creates an exception for data that something else failed to read. */
    public DataException(String problem, String required, String found, String where, @Nullable Throwable cause) {
        super(problem + "; required: " + required + "; found: " + found + "; in: " + where, cause);
    }

    /**
     * Creates an exception that a task throws for one row. It has no stack trace, since Spark logs what tasks throw and
     * the trace is of no use to anybody.
     */
    public static DataException ofTask(String problem, String required, String found, String where) {
        DataException thrown = new DataException(problem, required, found, where);
        thrown.setStackTrace(new StackTraceElement[0]);
        return thrown;
    }

    @Override
    public String getCondition() {
        return "CREDENCE_DATA";
    }

    /** Code of the SQL standard for a data exception. */
    @Override
    public String getSqlState() {
        return "22000";
    }

    /** Cell or line as it is shown in a message. */
    public static String quoted(String cell) {
        return cell.length() <= LONGEST_CELL ? "'" + cell + "'" : "'" + cell.substring(0, LONGEST_CELL) + "…'";
    }
}
