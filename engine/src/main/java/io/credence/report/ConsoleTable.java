package io.credence.report;

import io.credence.family.ScaleFactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.distribution.GammaDistribution;

/** The posterior as a table for people. */
public final class ConsoleTable {

    private static final int MOST_ROWS = 60;

    private record Row(String name, double mean, double sd, double lower, double upper) {}

    private ConsoleTable() {}

    /** Name, mean, standard deviation and central 90 % interval of each coefficient, transformed parameter and factor. */
    public static String of(FitReport report) {
        List<Row> rows = new ArrayList<>();
        Coefficients c = report.coefficients();
        Constrained constrained = report.constrained();
        List<String> hidden = constrained == null ? List.of() : constrained.of();
        int shown = c.dimension() <= MOST_ROWS ? c.dimension() : MOST_ROWS - 10;
        double[][] ends = c.intervals(shown, report.config().seed());
        for (int j = 0; j < shown; j++) {
            if (!hidden.contains(c.names().get(j))) {
                rows.add(new Row(c.names().get(j), c.mean()[j], c.sd()[j], ends[j][0], ends[j][1]));
            }
        }
        if (constrained != null) {
            constrained(constrained, rows);
        }
        String name = report.model().dispersionName();
        if (name != null) {
            factor(name, report.result().scale(), rows);
        }
        StringBuilder text = new StringBuilder(table(rows));
        if (shown < c.dimension()) {
            text.append("… and ").append(c.dimension() - shown).append(" more coefficients in posterior.json\n");
        }
        return text.toString();
    }

    private static void constrained(Constrained of, List<Row> rows) {
        for (int k = 0; k < Math.min(MOST_ROWS, of.names().size()); k++) {
            rows.add(new Row(of.names().get(k), of.mean()[k], of.sd()[k], of.q05()[k], of.q95()[k]));
        }
    }

    private static void factor(String name, ScaleFactor scale, List<Row> rows) {
        if (scale instanceof ScaleFactor.InverseGamma gamma) {
            GammaDistribution precision = new GammaDistribution(null, gamma.shape(), 1 / gamma.scale());
            rows.add(new Row(
                    name,
                    gamma.mean(),
                    gamma.sd(),
                    1 / precision.inverseCumulativeProbability(0.95),
                    1 / precision.inverseCumulativeProbability(0.05)));
        } else if (scale instanceof ScaleFactor.LogNormal normal) {
            rows.add(new Row(
                    name,
                    normal.mean(),
                    normal.sd(),
                    Math.exp(normal.logMean() - Coefficients.Z95 * normal.logSd()),
                    Math.exp(normal.logMean() + Coefficients.Z95 * normal.logSd())));
        }
    }

    private static String table(List<Row> rows) {
        int width = rows.stream().mapToInt(row -> row.name().length()).max().orElse(4);
        int decimals = decimals(rows);
        StringBuilder text = new StringBuilder();
        text.append(line(width, "name", "mean", "sd", "5 %", "95 %"));
        for (Row row : rows) {
            text.append(line(
                    width,
                    row.name(),
                    number(row.mean(), decimals),
                    number(row.sd(), decimals),
                    number(row.lower(), decimals),
                    number(row.upper(), decimals)));
        }
        return text.toString();
    }

    private static String line(int width, String name, String... cells) {
        StringBuilder line = new StringBuilder(name).append(" ".repeat(Math.max(0, width - name.length())));
        for (String cell : cells) {
            line.append(String.format(Locale.ROOT, " %11s", cell));
        }
        return line.append('\n').toString();
    }

    /** Enough to show three digits of the smallest standard deviation, within reason. */
    private static int decimals(List<Row> rows) {
        double least =
                rows.stream().mapToDouble(Row::sd).filter(sd -> sd > 0).min().orElse(1);
        return (int) Math.max(1, Math.min(6, 2 - Math.floor(Math.log10(least))));
    }

    private static String number(double value, int decimals) {
        double size = Math.abs(value);
        return size != 0 && (size >= 1e6 || size < Math.pow(10, -decimals))
                ? String.format(Locale.ROOT, "%.3g", value)
                : String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
