package io.credence.effect;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Change of a cell in each row before expected responses are computed.
 *
 * @param column name of the column whose cell is changed
 * @param value new cell; null where a number is added to the old one
 * @param shift number that is added
 */
public record CellChange(String column, @Nullable String value, double shift) implements Serializable {

    /** Creates a change that replaces a cell by a value. */
    static CellChange toValue(String column, String value) {
        return new CellChange(column, value, 0);
    }

    /** Creates a change that adds a number to a cell. */
    static CellChange byShift(String column, double shift) {
        return new CellChange(column, null, shift);
    }
}
