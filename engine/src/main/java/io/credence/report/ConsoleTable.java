package io.credence.report;

import java.util.List;
import java.util.Locale;

/** The posterior as a table for people. */
public final class ConsoleTable {

    private static final int MOST_ROWS = 60;

    private ConsoleTable() {}

    /** Name, mean, standard deviation, central 90 % interval and probability of being above 0 of each coefficient, transformed parameter and factor. */
    public static String of(FitReport report) {
        Coefficients c = report.coefficients();
        int shown = c.dimension() <= MOST_ROWS ? c.dimension() : MOST_ROWS - 10;
        String text = table(SummaryRow.of(
                c,
                report.constrained(),
                report.model().dispersionName(),
                report.result().scale(),
                shown,
                report.config().seed()));
        String more = shown < c.dimension()
                ? "… and " + (c.dimension() - shown) + " more coefficients in posterior.json\n"
                : "";
        String contrasts = report.contrasts().isEmpty() ? "" : "combinations\n" + table(report.contrasts());
        ImportanceCheck check = report.importance();
        Corrected corrected = check == null || !check.isUsable() ? null : check.corrected();
        return corrected == null || !corrected.matters()
                ? text + more + contrasts
                : text + more + "corrected by importance weights\n"
                        + table(corrected.rows().stream().limit(MOST_ROWS).toList()) + more + contrasts;
    }

    private static String table(List<SummaryRow> rows) {
        int width = rows.stream().mapToInt(row -> row.name().length()).max().orElse(4);
        int decimals = decimals(rows);
        StringBuilder text = new StringBuilder();
        text.append(line(width, "name", "mean", "sd", "5 %", "95 %", "P(> 0)"));
        for (SummaryRow row : rows) {
            text.append(line(
                    width,
                    row.name(),
                    number(row.mean(), decimals),
                    number(row.sd(), decimals),
                    number(row.lower(), decimals),
                    number(row.upper(), decimals),
                    Double.isNaN(row.positive()) ? "" : String.format(Locale.ROOT, "%.3f", row.positive())));
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

    /** Enough to show three digits of the smallest standard deviation, within reason. */
    private static int decimals(List<SummaryRow> rows) {
        double least = rows.stream()
                .mapToDouble(SummaryRow::sd)
                .filter(sd -> sd > 0)
                .min()
                .orElse(1);
        return (int) Math.max(1, Math.min(6, 2 - Math.floor(Math.log10(least))));
    }

    private static String number(double value, int decimals) {
        double size = Math.abs(value);
        return size != 0 && (size >= 1e6 || size < Math.pow(10, -decimals))
                ? String.format(Locale.ROOT, "%.3g", value)
                : String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
