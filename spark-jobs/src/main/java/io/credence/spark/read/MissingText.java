package io.credence.spark.read;

import io.credence.spark.row.SqlText;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;

/**
 * Cells of text files that are missing: they are null from here on, whatever their column is for.
 *
 * @param words what stands in them
 */
record MissingText(List<String> words) {

    /** The first word costs nothing where Spark's parser looks for it, as it does for empty cells. */
    DataFrameReader inCsv(DataFrameReader reader) {
        return words.contains("") ? reader.option("nullValue", first()).option("emptyValue", first()) : reader;
    }

    private String first() {
        return words.stream().filter(word -> !word.isEmpty()).findFirst().orElse("");
    }

    /** The rows of which the parser found the first word, without the others. */
    Dataset<Row> leftInCsv(Dataset<Row> rows) {
        if (!words.contains("")) {
            return in(replaced(rows, cell -> functions.coalesce(cell, functions.lit(""))));
        }
        List<String> others = words.stream()
                .filter(word -> !word.isEmpty() && !word.equals(first()))
                .toList();
        return new MissingText(others).in(rows);
    }

    /** The rows without such cells. */
    Dataset<Row> in(Dataset<Row> rows) {
        Object[] all = words.toArray();
        return words.isEmpty()
                ? rows
                : replaced(
                        rows,
                        cell -> functions
                                .when(functions.trim(cell).isin(all), functions.lit(null))
                                .otherwise(cell));
    }

    private static Dataset<Row> replaced(Dataset<Row> rows, UnaryOperator<Column> cell) {
        StructField[] fields = rows.schema().fields();
        return rows.select(Arrays.stream(fields)
                .map(field -> {
                    Column column = rows.col(SqlText.quoted(field.name()));
                    boolean text = field.dataType() instanceof StringType
                            && !field.name().equals(Table.MALFORMED);
                    return text ? cell.apply(column).as(field.name()) : column;
                })
                .toArray(Column[]::new));
    }
}
