package io.credence.spark.row;

import org.jspecify.annotations.Nullable;

/** Data that cannot be fitted or scored: what is wrong, what is required, what was found, and where. */
public final class DataException extends RuntimeException {

    private static final long serialVersionUID = 1;
    private static final int LONGEST_CELL = 80;

    /** Data that are wrong in themselves. */
    public DataException(String problem, String required, String found, String where) {
        this(problem, required, found, where, null);
    }

    /** Data that something else failed to read. */
    public DataException(String problem, String required, String found, String where, @Nullable Throwable cause) {
        super(problem + "; required: " + required + "; found: " + found + "; in: " + where, cause);
    }

    /** A cell or line as it is shown in a message. */
    public static String quoted(String cell) {
        return cell.length() <= LONGEST_CELL ? "'" + cell + "'" : "'" + cell.substring(0, LONGEST_CELL) + "…'";
    }
}
