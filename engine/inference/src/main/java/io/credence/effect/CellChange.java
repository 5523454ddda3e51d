package io.credence.effect;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Change of a row's cell before its expected response is computed.
 *
 * @param column name of the column whose cell is changed
 * @param value new cell; null where a number is added to the old one
 * @param shift number that is added
 */
public record CellChange(String column, @Nullable String value, double shift) implements Serializable {

    /** Replaces a cell by a value. */
    static CellChange toValue(String column, String value) {
        return new CellChange(column, value, 0);
    }

    /** Adds a number to a cell. */
    static CellChange byShift(String column, double shift) {
        return new CellChange(column, null, shift);
    }
}
