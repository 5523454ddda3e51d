package io.credence.spark.row;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;

/** Quoting of names for Spark SQL, and reading of its messages. */
public final class SqlText {

    private SqlText() {}

    /** Column by its name, whatever characters that has. */
    public static Column column(String name) {
        return functions.col(quoted(name));
    }

    /** Quotes a column name as SQL writes it. */
    public static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /** First line of a message of Spark's. */
    public static String firstLine(Throwable failed) {
        return String.valueOf(failed.getMessage()).lines().findFirst().orElse("no message");
    }
}
