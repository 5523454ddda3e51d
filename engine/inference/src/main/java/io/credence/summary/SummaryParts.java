package io.credence.summary;

import io.credence.kind.IntervalPlot;
import io.credence.kind.IntervalPlot.NamedInterval;
import io.credence.kind.Section;
import io.credence.kind.SectionTable;
import io.credence.kind.SectionTable.Column;
import io.credence.kind.SectionTable.Emphasis;
import io.credence.kind.SectionTable.Row;
import io.credence.kind.TableCell;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tables and pictures of posterior summaries, as parts of sections. */
public final class SummaryParts {

    private static final int PROBABILITY_DECIMALS = 3;

    private SummaryParts() {}

    /** Table of all summaries, with name, mean, standard deviation, central interval and probability of being above 0. */
    public static SectionTable table(String title, List<SummaryRow> rows) {
        return table(title, rows, 0, List.of());
    }

    /**
     * Table of summaries. A corrected summary stands below the one that it corrects.
     *
     * @param omitted number of further summaries
     * @param unreliable names of the numbers that are not reliable, while others are
     */
    public static SectionTable table(String title, List<SummaryRow> rows, int omitted, List<String> unreliable) {
        int decimals = NumberFormat.of(rows).decimals();
        List<Column> columns = new ArrayList<>();
        columns.add(Column.ofTexts("name"));
        for (String number : List.of("mean", "sd", "5 %", "95 %")) {
            columns.add(Column.ofNumbers(number, decimals));
        }
        columns.add(Column.ofNumbers("P(> 0)", PROBABILITY_DECIMALS));
        if (!unreliable.isEmpty()) {
            columns.add(Column.ofTexts(""));
        }
        List<Row> lines = new ArrayList<>();
        for (SummaryRow row : rows) {
            boolean known = !Double.isNaN(row.positiveProbability()) && row.lower() * row.upper() > 0;
            String remark = unreliable.contains(row.name()) ? "not reliable" : "";
            lines.add(new Row(
                    cells(row, row.name(), row.positiveProbability(), unreliable.isEmpty() ? null : remark),
                    known ? Emphasis.STRONG : null));
            SummaryRow other = row.corrected();
            if (other != null) {
                lines.add(new Row(
                        cells(other, "corrected", Double.NaN, unreliable.isEmpty() ? null : ""), Emphasis.CORRECTED));
            }
        }
        return new SectionTable(title, columns, lines, omitted);
    }

    private static List<TableCell> cells(SummaryRow row, String name, double positive, @Nullable String remark) {
        List<TableCell> cells = new ArrayList<>(List.of(
                TableCell.of(name),
                TableCell.of(row.mean()),
                TableCell.of(row.sd()),
                TableCell.of(row.lower()),
                TableCell.of(row.upper()),
                TableCell.of(shown(positive))));
        if (remark != null) {
            cells.add(TableCell.of(remark));
        }
        return cells;
    }

    /** Probability at the decimals of its column, so that a small one reads 0.000 and not as a power of ten. */
    private static double shown(double probability) {
        double unit = Math.pow(10, PROBABILITY_DECIMALS);
        return Math.rint(probability * unit) / unit;
    }

    /**
     * Copy of a section with a picture of the finite intervals; the section itself where there are none.
     *
     * @param reference number that is marked by a line
     */
    public static Section withIntervals(Section section, String title, double reference, List<SummaryRow> rows) {
        List<NamedInterval> finite = rows.stream()
                .filter(row -> Double.isFinite(row.mean() + row.lower() + row.upper()))
                .map(row -> new NamedInterval(row.name(), row.mean(), row.lower(), row.upper()))
                .toList();
        return finite.isEmpty() ? section : section.withIntervals(new IntervalPlot(title, reference, finite));
    }
}
