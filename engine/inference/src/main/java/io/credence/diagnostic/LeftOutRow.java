package io.credence.diagnostic;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Leave-one-out estimate of one row, or of one series.
 *
 * @param row number of the row, or of a series' first row, from 1 in the order of partitions
 * @param label response of the row, or of a series' first row
 * @param weight number of rows that it counts as
 * @param elpd log predictive density of the row given the others, nats
 * @param tailIndex k̂ of its importance ratios
 * @param key key of the row in its table; null where it is not known
 */
public record LeftOutRow(
        long row,
        double label,
        double weight,
        double elpd,
        double tailIndex,
        @Nullable RowKey key) implements Serializable {

    /** Creates the estimate of a row without a key. */
    public LeftOutRow(long row, double label, double weight, double elpd, double tailIndex) {
        this(row, label, weight, elpd, tailIndex, null);
    }

    /** Name of the row in texts: its key, with the number of identical rows; or its number where it has no key. */
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
