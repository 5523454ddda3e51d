package io.credence.diagnostic;

import io.credence.statistics.Sums;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Labels of the rows of each value of columns that have two values; others are given up at their third. */
final class ColumnLabels implements Sums<ColumnLabels> {

    private static final long serialVersionUID = 1;

    /** By column; null for one that was given up. */
    private final @Nullable List<Value>[] columns;

    /**
     * Rows of one value of a column.
     *
     * @param value the value
     * @param rows how many
     * @param least of their labels
     * @param largest of their labels
     */
    record Value(double value, long rows, double least, double largest) implements java.io.Serializable {

        private Value and(Value other) {
            return new Value(value, rows + other.rows, Math.min(least, other.least), Math.max(largest, other.largest));
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    ColumnLabels(int count) {
        columns = new List[count];
        for (int j = 0; j < count; j++) {
            columns[j] = new ArrayList<>(2);
        }
    }

    /** Whether a column may still have two values. */
    boolean isOpen(int column) {
        return columns[column] != null;
    }

    void add(int column, Value found) {
        List<Value> values = columns[column];
        if (values == null) {
            return;
        }
        for (int k = 0; k < values.size(); k++) {
            if (values.get(k).value() == found.value()) {
                values.set(k, values.get(k).and(found));
                return;
            }
        }
        if (values.size() == 2) {
            columns[column] = null;
        } else {
            values.add(found);
        }
    }

    /** Of a column with two values; none of others. */
    List<Value> of(int column) {
        List<Value> values = columns[column];
        return values == null || values.size() < 2 ? List.of() : values;
    }

    @Override
    public void merge(ColumnLabels other) {
        for (int j = 0; j < columns.length; j++) {
            List<Value> values = other.columns[j];
            if (values == null) {
                columns[j] = null;
            } else {
                for (Value value : values) {
                    add(j, value);
                }
            }
        }
    }
}
