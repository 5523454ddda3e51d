package io.credence.effect;

import java.util.List;
import java.util.Locale;

/**
 * What a row counts as where rows are averaged.
 *
 * @param trials whether it counts as its trials
 * @param columns that its count is made of; empty where each row counts once
 * @param missing columns by which rows of the fit count, and which these rows do not have
 */
public record RowCounting(boolean trials, List<String> columns, List<String> missing) {

    /** Each row once. */
    public static final RowCounting ROWS = new RowCounting(false, List.of(), List.of());

    public RowCounting {
        columns = List.copyOf(columns);
        missing = List.copyOf(missing);
    }

    /** Rows that count by the numbers of a column. */
    public static RowCounting by(String column) {
        return new RowCounting(false, List.of(column), List.of());
    }

    /** What its count is made of, such as <em>trials × weight</em>. */
    public String product() {
        return String.join(" × ", columns);
    }

    /** Over what an average is, such as <em>4,000 trials of 8 rows</em>. */
    String text(long rows, double weight) {
        String all = String.format(Locale.ROOT, rows == 1 ? "%,d row" : "%,d rows", rows);
        String once = missing.isEmpty() ? all : all + " without " + String.join(", ", missing);
        if (columns.isEmpty()) {
            return once;
        }
        boolean whole = weight == Math.rint(weight) && weight < 1e15;
        String sum = String.format(Locale.ROOT, whole ? "%,.0f" : "%.5g", weight);
        return trials && columns.size() == 1
                ? sum + " trials of " + once
                : "weight " + sum + " (" + product() + ") of " + once;
    }
}
