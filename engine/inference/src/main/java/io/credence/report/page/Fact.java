package io.credence.report.page;

import java.util.Locale;

/**
 * A number or a text with its name.
 *
 * @param name what it is
 * @param value as it is written
 */
record Fact(String name, String value) {

    /** A number with that format of {@link String#format}. */
    static Fact of(String name, String format, Object... values) {
        return new Fact(name, String.format(Locale.ROOT, format, values));
    }
}
