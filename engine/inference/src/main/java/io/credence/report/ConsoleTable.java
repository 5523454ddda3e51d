package io.credence.report;

import io.credence.summary.Coefficients;
import io.credence.summary.FitReport;
import io.credence.summary.LinearResponseSummary;
import io.credence.summary.NumberFormat;
import io.credence.summary.SummaryRow;
import io.credence.summary.WeightCorrection;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Table of posterior summaries for the terminal. */
public final class ConsoleTable {

    private static final int MOST_ROWS = 60;

    private ConsoleTable() {}

    /**
     * Text of the tables, with a line for each coefficient, transformed parameter and factor. A line has name, mean,
     * standard deviation, central 90 % interval and probability of being above 0. Numbers that are not reliable are
     * marked where others are.
     */
    public static String text(FitReport report) {
        Coefficients c = report.coefficients();
        int shown = c.dimension() <= MOST_ROWS ? c.dimension() : MOST_ROWS - 10;
        String text = table(
                SummaryRow.of(
                        c,
                        report.findings().numberSummary().constrainedSummary(),
                        report.model().dispersionName(),
                        report.result().dispersion(),
                        shown,
                        report.config().seed()),
                report.reliability().but()::contains);
        String more = shown < c.dimension()
                ? "… and " + (c.dimension() - shown) + " more coefficients in posterior.json\n"
                : "";
        String contrasts = derivedTable("combinations", report.contrasts());
        String quantities =
                derivedTable("quantities", report.findings().quantitySummary().summaryRows());
        WeightCorrection corrected = report.findings().weightCorrection();
        LinearResponseSummary linearResponse = report.findings().linearResponse();
        String weighed =
                corrected == null ? "" : furtherTable("corrected by importance weights", corrected.summaryRows(), more);
        String linear = linearResponse == null || !linearResponse.isMaterial()
                ? ""
                : furtherTable("sds by linear response", linearResponse.summaryRows(), more);
        String ofKind = report.findings().kindFindings().tables().stream()
                .map(table -> derivedTable(table.title(), table.rows()))
                .collect(Collectors.joining());
        return text + more + ofKind + weighed + linear + contrasts + quantities;
    }

    private static String derivedTable(String title, List<SummaryRow> rows) {
        int left = rows.size() - MOST_ROWS;
        return rows.isEmpty()
                ? ""
                : furtherTable(title, rows, left > 0 ? "… and " + left + " more in posterior.json\n" : "");
    }

    private static String furtherTable(String title, List<SummaryRow> rows, String more) {
        return title + "\n" + table(rows.stream().limit(MOST_ROWS).toList()) + more;
    }

    private static String table(List<SummaryRow> rows) {
        return table(rows, name -> false);
    }

    /**
     * Text of one table.
     *
     * @param marked predicate on names: whether the number is not reliable, while others are
     */
    private static String table(List<SummaryRow> rows, Predicate<String> marked) {
        int width = rows.stream().mapToInt(row -> row.name().length()).max().orElse(4);
        NumberFormat numbers = NumberFormat.of(rows);
        StringBuilder text = new StringBuilder();
        text.append(line(width, "name", "mean", "sd", "5 %", "95 %", "P(> 0)"));
        for (SummaryRow row : rows) {
            text.append(line(
                    width,
                    row.name(),
                    numbers.format(row.mean()),
                    numbers.format(row.sd()),
                    numbers.format(row.lower()),
                    numbers.format(row.upper()),
                    Double.isNaN(row.positiveProbability())
                            ? ""
                            : String.format(Locale.ROOT, "%.3f", row.positiveProbability()),
                    marked.test(row.name()) ? "not reliable" : ""));
        }
        return text.toString();
    }

    private static String line(int width, String name, String... cells) {
        StringBuilder line = new StringBuilder(name).append(" ".repeat(Math.max(0, width - name.length())));
        for (String cell : cells) {
            line.append(String.format(Locale.ROOT, " %11s", cell));
        }
        return line.toString().stripTrailing() + '\n';
    }
}
