package io.credence.report.page;

import io.credence.summary.NumberFormat;
import io.credence.summary.SummaryRow;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Table of posterior summaries.
 *
 * @param lines lines of the table, one for each number
 * @param more number of lines that are left out
 * @param corrected whether the table contains corrected summaries
 * @param move sentence on the largest change by importance weights; empty where none was computed
 */
record CoefficientTable(List<CoefficientRow> lines, int more, boolean corrected, String move) {

    /** Largest number of lines of a table. */
    static final int MOST = 250;

    /**
     * Line of the table, for one number.
     *
     * @param mark remark on the number; empty for most
     * @param css CSS class of the line: "known" where the interval lies on one side of 0, else "open"
     * @param other corrected summary; empty cells where there is none
     */
    record CoefficientRow(
            String name,
            String mark,
            String css,
            String mean,
            String sd,
            String lower,
            String upper,
            String positive,
            CorrectedCells other) {}

    /** Cells of a corrected summary. */
    record CorrectedCells(String mean, String sd, String lower, String upper) {}

    /** Table of derived numbers, such as linear combinations. */
    static CoefficientTable of(List<SummaryRow> rows) {
        return of(rows, Double.NaN, List.of());
    }

    /**
     * Table of the posterior's coefficients and other parameters.
     *
     * @param unreliable names of the numbers that are not reliable, while others are
     */
    static CoefficientTable of(List<SummaryRow> rows, double largestMove, List<String> unreliable) {
        NumberFormat numbers = NumberFormat.of(rows);
        boolean corrected = rows.stream().anyMatch(row -> row.corrected() != null);
        List<CoefficientRow> lines = rows.stream()
                .limit(MOST)
                .map(row -> toRow(
                        row,
                        Objects.requireNonNullElse(row.corrected(), row),
                        numbers,
                        unreliable.contains(row.name())))
                .toList();
        return new CoefficientTable(lines, rows.size() - lines.size(), corrected, moveText(largestMove, corrected));
    }

    private static String moveText(double largest, boolean shown) {
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

    private static CoefficientRow toRow(SummaryRow row, SummaryRow other, NumberFormat numbers, boolean unreliable) {
        boolean signed = !Double.isNaN(row.positiveProbability());
        return new CoefficientRow(
                row.name(),
                unreliable ? "not reliable" : "",
                signed && row.lower() * row.upper() > 0 ? "known" : "open",
                numbers.format(row.mean()),
                numbers.format(row.sd()),
                numbers.format(row.lower()),
                numbers.format(row.upper()),
                signed ? String.format(Locale.ROOT, "%.3f", row.positiveProbability()) : "",
                new CorrectedCells(
                        numbers.format(other.mean()),
                        numbers.format(other.sd()),
                        numbers.format(other.lower()),
                        numbers.format(other.upper())));
    }
}
