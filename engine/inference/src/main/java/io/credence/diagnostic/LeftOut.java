package io.credence.diagnostic;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A row that was left out.
 *
 * @param row its number, from 1, in the order of partitions; of a series that of its first row
 * @param label its response; of a series that of its first row
 * @param weight how often it counts
 * @param elpd log predictive density of the row by the others, nats
 * @param tailIndex k̂ of its importance ratios
 * @param key by what its table identifies it; null where that is not known
 */
public record LeftOut(
        long row,
        double label,
        double weight,
        double elpd,
        double tailIndex,
        @Nullable RowKey key) implements Serializable {

    /** A row that only its number identifies. */
    public LeftOut(long row, double label, double weight, double elpd, double tailIndex) {
        this(row, label, weight, elpd, tailIndex, null);
    }

    /** Its key for people, with how many rows are alike; its number where it has none. */
    public String name() {
        if (key == null) {
            return "row " + row;
        }
        return key.alike() == 0 ? key.text() : key.text() + " and " + key.alike() + " alike";
    }

    LeftOut after(long rows) {
        return new LeftOut(row + rows, label, weight, elpd, tailIndex, key);
    }

    LeftOut by(@Nullable RowKey found) {
        return new LeftOut(row, label, weight, elpd, tailIndex, found);
    }
}
