package io.credence.spark.row;

/** Text that Spark SQL reads and writes. */
public final class SqlText {

    private SqlText() {}

    /** A column name as SQL writes it. */
    public static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /** The first line of a message of Spark's. */
    public static String firstLine(Throwable failed) {
        return String.valueOf(failed.getMessage()).lines().findFirst().orElse("no message");
    }
}
