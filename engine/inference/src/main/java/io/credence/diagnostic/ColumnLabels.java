package io.credence.diagnostic;

import io.credence.statistics.Sums;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Labels of the rows of each value of columns that have two values. Others are given up at their third, and those in which the rows of
 * neither value have one label.
 */
final class ColumnLabels implements Sums<ColumnLabels> {

    private static final long serialVersionUID = 1;

    /** By column; null for one that was given up. */
    private final @Nullable List<Value>[] columns;

    /**
     * Rows of one value of a column.
     *
     * @param value the value
     * @param rows how many
     * @param label of the first of them
     * @param isMixed whether others have another one
     */
    record Value(double value, long rows, double label, boolean isMixed) implements java.io.Serializable {

        private Value and(Value other) {
            return new Value(value, rows + other.rows, label, isMixed || other.isMixed || label != other.label);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    ColumnLabels(int count) {
        columns = new List[count];
        for (int j = 0; j < count; j++) {
            columns[j] = new ArrayList<>(2);
        }
    }

    /** Whether a column has not been given up. */
    boolean isOpen(int column) {
        return columns[column] != null;
    }

    void add(int column, Value found) {
        List<Value> values = columns[column];
        if (values == null) {
            return;
        }
        int k = 0;
        while (k < values.size() && values.get(k).value() != found.value()) {
            k++;
        }
        if (k < values.size()) {
            values.set(k, values.get(k).and(found));
        } else {
            values.add(found);
        }
        if (values.size() > 2
                || values.size() == 2
                        && values.get(0).isMixed()
                        && values.get(1).isMixed()) {
            columns[column] = null;
        }
    }

    /** Of a column with two values that was not given up; none of others. */
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
