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
 * Words that mark missing cells in text files. Such cells are read as null, whatever the role of their column.
 *
 * @param words words that mark a missing cell
 */
record MissingCellWords(List<String> words) {

    /**
     * Configures a reader to set cells with the first word to null. This costs nothing, since Spark's parser looks for
     * it as it does for empty cells.
     */
    DataFrameReader configureReader(DataFrameReader reader) {
        return words.contains("")
                ? reader.option("nullValue", firstNonEmpty()).option("emptyValue", firstNonEmpty())
                : reader;
    }

    private String firstNonEmpty() {
        return words.stream().filter(word -> !word.isEmpty()).findFirst().orElse("");
    }

    /** Sets cells with the other words to null, in rows where the parser did so for the first word. */
    Dataset<Row> withRemainingNulls(Dataset<Row> rows) {
        if (!words.contains("")) {
            return withNulls(mapTextCells(rows, cell -> functions.coalesce(cell, functions.lit(""))));
        }
        List<String> others = words.stream()
                .filter(word -> !word.isEmpty() && !word.equals(firstNonEmpty()))
                .toList();
        return new MissingCellWords(others).withNulls(rows);
    }

    /** Sets cells with any of the words to null. */
    Dataset<Row> withNulls(Dataset<Row> rows) {
        Object[] all = words.toArray();
        return words.isEmpty()
                ? rows
                : mapTextCells(
                        rows,
                        cell -> functions
                                .when(functions.trim(cell).isin(all), functions.lit(null))
                                .otherwise(cell));
    }

    private static Dataset<Row> mapTextCells(Dataset<Row> rows, UnaryOperator<Column> cell) {
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
