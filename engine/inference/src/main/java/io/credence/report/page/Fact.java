package io.credence.report.page;

import java.util.Locale;

/**
 * Fact on a page: a number or text with a name.
 *
 * @param name name of the fact
 * @param value text of the value
 */
record Fact(String name, String value) {

    /** Fact with a number in a given format of {@link String#format}. */
    static Fact of(String name, String format, Object... values) {
        return new Fact(name, String.format(Locale.ROOT, format, values));
    }
}
