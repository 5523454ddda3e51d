package io.credence.diagnostic;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Leave-one-out estimate of one row, or of one series.
 *
 * @param row number of the row, from 1, in the order of partitions; of a series that of its first row
 * @param label response of the row; of a series that of its first row
 * @param weight number of rows that it counts as
 * @param elpd log predictive density of the row given the others, nats
 * @param tailIndex k̂ of its importance ratios
 * @param key key of the row in its table; null where that is not known
 */
public record LeftOutRow(
        long row,
        double label,
        double weight,
        double elpd,
        double tailIndex,
        @Nullable RowKey key) implements Serializable {

    /** Creates the estimate of a row that only its number identifies. */
    public LeftOutRow(long row, double label, double weight, double elpd, double tailIndex) {
        this(row, label, weight, elpd, tailIndex, null);
    }

    /** Name of the row for people: its key, with the number of identical rows, or its number where it has none. */
    public String name() {
        if (key == null) {
            return "row " + row;
        }
        return key.identicalRows() == 0 ? key.text() : key.text() + " and " + key.identicalRows() + " alike";
    }

    LeftOutRow withRowsBefore(long rows) {
        return new LeftOutRow(row + rows, label, weight, elpd, tailIndex, key);
    }

    LeftOutRow withKey(@Nullable RowKey found) {
        return new LeftOutRow(row, label, weight, elpd, tailIndex, found);
    }
}
