package io.credence.summary;

import java.util.List;
import java.util.Locale;

/**
 * Number format of a table, with the same decimals for all numbers unless they are too large or too small.
 *
 * @param decimals number of digits after the decimal point
 */
public record NumberFormat(int decimals) {

    /** Format that shows three digits of the smallest standard deviation, with 1 to 6 decimals. */
    public static NumberFormat of(List<SummaryRow> rows) {
        double least = rows.stream()
                .mapToDouble(SummaryRow::sd)
                .filter(sd -> sd > 0)
                .min()
                .orElse(1);
        return new NumberFormat((int) Math.max(1, Math.min(6, 2 - Math.floor(Math.log10(least)))));
    }

    /** Text of a number. */
    public String format(double value) {
        double size = Math.abs(value);
        return size != 0 && (size >= 1e6 || size < Math.pow(10, -decimals))
                ? String.format(Locale.ROOT, "%.3g", value)
                : String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
