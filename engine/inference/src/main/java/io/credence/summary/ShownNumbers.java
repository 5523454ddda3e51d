package io.credence.summary;

import java.util.List;
import java.util.Locale;

/**
 * Numbers of a table as people read them: all with the same decimals, unless they are too large or too small for that.
 *
 * @param decimals number of digits after the point
 */
public record ShownNumbers(int decimals) {

    /** Enough to show three digits of the smallest standard deviation, within reason. */
    public static ShownNumbers of(List<SummaryRow> rows) {
        double least = rows.stream()
                .mapToDouble(SummaryRow::sd)
                .filter(sd -> sd > 0)
                .min()
                .orElse(1);
        return new ShownNumbers((int) Math.max(1, Math.min(6, 2 - Math.floor(Math.log10(least)))));
    }

    /** One of them. */
    public String text(double value) {
        double size = Math.abs(value);
        return size != 0 && (size >= 1e6 || size < Math.pow(10, -decimals))
                ? String.format(Locale.ROOT, "%.3g", value)
                : String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
