package io.credence.report.page;

import io.credence.summary.ShownNumbers;
import io.credence.summary.SummaryRow;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * What is reported of each number.
 *
 * @param lines one for each
 * @param more how many are left out
 * @param corrected whether there are corrected numbers beside
 * @param move what importance weights change at most, as a sentence; empty where that is not known
 */
record CoefficientTable(List<Line> lines, int more, boolean corrected, String move) {

    /** Most lines of a table. */
    static final int MOST = 250;

    /**
     * A line.
     *
     * @param mark what is to be known of the number; empty of most
     * @param css class of the line: known where its interval lies on one side of 0, else open
     * @param other corrected numbers; empty cells where there are none
     */
    record Line(
            String name,
            String mark,
            String css,
            String mean,
            String sd,
            String lower,
            String upper,
            String positive,
            Cells other) {}

    /** Corrected numbers. */
    record Cells(String mean, String sd, String lower, String upper) {}

    /** Of numbers derived from others. */
    static CoefficientTable of(List<SummaryRow> rows) {
        return of(rows, Double.NaN, List.of());
    }

    /**
     * Of a posterior's own numbers.
     *
     * @param unreliable names of those that may not be relied on, while others may
     */
    static CoefficientTable of(List<SummaryRow> rows, double largestMove, List<String> unreliable) {
        ShownNumbers numbers = ShownNumbers.of(rows);
        boolean corrected = rows.stream().anyMatch(row -> row.corrected() != null);
        List<Line> lines = rows.stream()
                .limit(MOST)
                .map(row -> line(
                        row,
                        Objects.requireNonNullElse(row.corrected(), row),
                        numbers,
                        unreliable.contains(row.name())))
                .toList();
        return new CoefficientTable(lines, rows.size() - lines.size(), corrected, move(largestMove, corrected));
    }

    private static String move(double largest, boolean shown) {
        if (Double.isNaN(largest)) {
            return "";
        }
        return shown
                ? String.format(
                        Locale.ROOT,
                        "Importance weights move a mean by up to %.2f posterior sds, or change an sd by that share: use the"
                                + " corrected numbers.",
                        largest)
                : "Importance weights move no mean by more than 0.1 posterior sds beyond their error, and no sd by more than 10 %.";
    }

    private static Line line(SummaryRow row, SummaryRow other, ShownNumbers numbers, boolean unreliable) {
        boolean signed = !Double.isNaN(row.positive());
        return new Line(
                row.name(),
                unreliable ? "not reliable" : "",
                signed && row.lower() * row.upper() > 0 ? "known" : "open",
                numbers.text(row.mean()),
                numbers.text(row.sd()),
                numbers.text(row.lower()),
                numbers.text(row.upper()),
                signed ? String.format(Locale.ROOT, "%.3f", row.positive()) : "",
                new Cells(
                        numbers.text(other.mean()),
                        numbers.text(other.sd()),
                        numbers.text(other.lower()),
                        numbers.text(other.upper())));
    }
}
