package io.credence.spark.read;

import io.credence.spark.row.SqlText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.ml.attribute.Attribute;
import org.apache.spark.ml.attribute.AttributeGroup;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a vector column, from its metadata and its first rows: size and number of nonzero elements.
 *
 * @param size number of elements
 * @param meanEntries number of elements other than 0 per row, on average
 */
public record VectorSummary(int size, double meanEntries) {

    private static final int ROWS = 100;

    /** Summarises the first rows of some columns; columns without a vector in them are absent. */
    public static Map<String, VectorSummary> ofColumns(Dataset<Row> table, List<String> columns) {
        Map<String, VectorSummary> summaries = new HashMap<>();
        if (columns.isEmpty()) {
            return summaries;
        }
        Column[] selected = columns.stream().map(SqlText::column).toArray(Column[]::new);
        List<Row> first = table.select(selected).takeAsList(ROWS);
        for (int c = 0; c < columns.size(); c++) {
            VectorSummary summary = of(first, c, declaredSize(table.schema().apply(columns.get(c))));
            if (summary != null) {
                summaries.put(columns.get(c), summary);
            }
        }
        return summaries;
    }

    private static @Nullable VectorSummary of(List<Row> rows, int column, int declared) {
        int size = declared;
        long entries = 0;
        int observed = 0;
        for (Row row : rows) {
            if (!row.isNullAt(column)) {
                Vector vector = row.getAs(column);
                size = size < 0 ? vector.size() : size;
                entries += vector.numNonzeros();
                observed++;
            }
        }
        return size < 0 ? null : new VectorSummary(size, observed == 0 ? size : (double) entries / observed);
    }

    private static int declaredSize(StructField field) {
        if (field.metadata().contains("numFeatures")) {
            return (int) field.metadata().getLong("numFeatures");
        }
        return AttributeGroup.fromStructField(field).size();
    }

    /** Names of the elements: those that spark.ml attached, else column[0], column[1], … */
    public static List<String> names(StructField field, int size) {
        List<String> names = new ArrayList<>(size);
        AttributeGroup group = AttributeGroup.fromStructField(field);
        Attribute[] attributes =
                group.attributes().isDefined() ? group.attributes().get() : new Attribute[0];
        for (int k = 0; k < size; k++) {
            boolean named = k < attributes.length && attributes[k].name().isDefined();
            names.add(named ? attributes[k].name().get() : field.name() + "[" + k + "]");
        }
        return names;
    }
}
