package io.credence.diagnostic;

import io.credence.statistics.Sums;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Labels of the rows by value of a column, for columns with two values. A column is dropped at its third value, or once
 * labels differ within the rows of either value.
 */
final class ColumnLabels implements Sums<ColumnLabels> {

    private static final long serialVersionUID = 1;

    /** Values by column; null for a column that was dropped. */
    private final @Nullable List<ValueLabels>[] columns;

    /**
     * Rows that have one value of a column.
     *
     * @param value value of the column
     * @param rows number of rows
     * @param label label of the first row
     * @param isMixed whether another row has another label
     */
    record ValueLabels(double value, long rows, double label, boolean isMixed) implements java.io.Serializable {

        private ValueLabels mergedWith(ValueLabels other) {
            return new ValueLabels(value, rows + other.rows, label, isMixed || other.isMixed || label != other.label);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    ColumnLabels(int count) {
        columns = new List[count];
        for (int j = 0; j < count; j++) {
            columns[j] = new ArrayList<>(2);
        }
    }

    /** Whether a column is still searched, and was not dropped. */
    boolean isSearched(int column) {
        return columns[column] != null;
    }

    void add(int column, ValueLabels found) {
        List<ValueLabels> values = columns[column];
        if (values == null) {
            return;
        }
        int k = 0;
        while (k < values.size() && values.get(k).value() != found.value()) {
            k++;
        }
        if (k < values.size()) {
            values.set(k, values.get(k).mergedWith(found));
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

    /** The two values of a column that was not dropped; none for other columns. */
    List<ValueLabels> valueLabels(int column) {
        List<ValueLabels> values = columns[column];
        return values == null || values.size() < 2 ? List.of() : values;
    }

    @Override
    public void merge(ColumnLabels other) {
        for (int j = 0; j < columns.length; j++) {
            List<ValueLabels> values = other.columns[j];
            if (values == null) {
                columns[j] = null;
            } else {
                for (ValueLabels value : values) {
                    add(j, value);
                }
            }
        }
    }
}
