package io.credence.effect;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What is changed in a row before its response is expected.
 *
 * @param column whose cell is changed
 * @param value the new cell; null where a number is added to the old one
 * @param shift that number
 */
public record Change(String column, @Nullable String value, double shift) implements Serializable {

    /** A cell that is replaced. */
    static Change to(String column, String value) {
        return new Change(column, value, 0);
    }

    /** A cell to which a number is added. */
    static Change by(String column, double shift) {
        return new Change(column, null, shift);
    }
}
