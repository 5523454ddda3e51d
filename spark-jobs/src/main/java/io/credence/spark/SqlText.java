package io.credence.spark;

/** Text that Spark SQL reads and writes. */
final class SqlText {

    private SqlText() {}

    /** A column name as SQL writes it. */
    static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /** The first line of a message of Spark's. */
    static String firstLine(Throwable failed) {
        return String.valueOf(failed.getMessage()).lines().findFirst().orElse("no message");
    }
}
