package io.credence.spark.read;

import io.credence.part.Spelling;
import io.credence.spark.row.SqlText;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Suggestion of what to use instead of a column that a table does not have. */
public final class ColumnSuggestion {

    private ColumnSuggestion() {}

    /**
     * Description of a nested field of that name, and of how to make it a column; without one, the nearest names.
     *
     * @param known names of the table's columns
     */
    public static String suggestion(Table table, String name, List<String> known) {
        List<String> path = path(table.schema(), name);
        if (path.isEmpty()) {
            return Spelling.suggest(name, known);
        }
        String column = String.join("_", path);
        String sql = path.stream()
                .map(part -> part.matches("\\w+") ? part : SqlText.quoted(part))
                .collect(Collectors.joining("."));
        return "a field of column '" + path.get(0) + "', which "
                + (table.origin().isFromFiles()
                        ? "data.derive { " + column + " = \"" + sql + "\" }"
                        : "withColumn(\"" + column + "\", col(\"" + sql + "\"))")
                + " makes a column '" + column + "'";
    }

    /** Path from a column down to a nested field of a given name; empty if there is none. */
    private static List<String> path(StructType schema, String name) {
        for (StructField field : schema.fields()) {
            String within = field.name() + ".";
            if (name.startsWith(within) && field.dataType() instanceof StructType inner) {
                String rest = name.substring(within.length());
                List<String> below = List.of(inner.fieldNames()).contains(rest) ? List.of(rest) : path(inner, rest);
                if (!below.isEmpty()) {
                    return Stream.concat(Stream.of(field.name()), below.stream())
                            .toList();
                }
            }
        }
        return List.of();
    }
}
