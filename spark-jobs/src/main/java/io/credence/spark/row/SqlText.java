package io.credence.spark.row;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;

/** Text that Spark SQL reads and writes. */
public final class SqlText {

    private SqlText() {}

    /** A column by its name, whatever characters that has. */
    public static Column column(String name) {
        return functions.col(quoted(name));
    }

    /** A column name as SQL writes it. */
    public static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /** The first line of a message of Spark's. */
    public static String firstLine(Throwable failed) {
        return String.valueOf(failed.getMessage()).lines().findFirst().orElse("no message");
    }
}
