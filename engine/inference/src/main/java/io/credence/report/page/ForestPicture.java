package io.credence.report.page;

import io.credence.kind.IntervalPlot;
import io.credence.summary.SummaryRow;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** Forest plot: intervals of numbers below one another, on one axis. */
final class ForestPicture {

    /** Largest number of intervals. */
    static final int MOST = 60;

    private static final double LEFT = 128;
    private static final double RIGHT = Canvas.WIDTH - 10;
    private static final double STEP = 19;
    /** Largest number of letters of a name. */
    private static final int LETTERS = 19;
    /** Largest range of a linear axis, in typical widths of an interval. Beyond it, the axis is logarithmic. */
    private static final double FAR = 60;

    private ForestPicture() {}

    /**
     * Draws mean and central 90 % interval of each number.
     *
     * @param rows the posterior's own summaries
     * @return the picture; null where no number has a sign
     */
    static @Nullable Picture of(List<SummaryRow> rows) {
        List<SummaryRow> shown = rowsWithSign(rows);
        if (shown.isEmpty()) {
            return null;
        }
        List<SummaryRow> corrected = shown.stream()
                .map(SummaryRow::corrected)
                .filter(Objects::nonNull)
                .toList();
        Axis axis = axis(shown, rowsWithSign(corrected));
        String title = "Means and central 90 % intervals" + (corrected.isEmpty() ? "" : "; below each, corrected")
                + axisText(axis);
        return drawCanvas(shown, axis, 0)
                .toPicture(title, "Means and 90 % intervals of " + shown.size() + " coefficients");
    }

    /** Draws mean and interval of the first numbers, and a line at the reference if it is near them. */
    static Picture of(IntervalPlot plot) {
        List<SummaryRow> shown = plot.intervals().stream()
                .limit(MOST)
                .map(each -> new SummaryRow(each.name(), each.mean(), 0, each.lower(), each.upper()))
                .toList();
        double reference = plot.reference();
        double low = intervalEnds(shown).min().orElse(0);
        double high = intervalEnds(shown).max().orElse(0);
        boolean near = low - reference < high - low && reference - high < high - low;
        Axis axis = near && reference == 0
                ? axis(shown, List.of())
                : Axis.linear(
                        near ? Math.min(low, reference) : low, near ? Math.max(high, reference) : high, LEFT, RIGHT);
        return drawCanvas(shown, axis, reference)
                .toPicture(
                        "Means and central intervals" + axisText(axis),
                        "Means and intervals of " + shown.size() + " numbers");
    }

    /** Title of a picture, with the number of its intervals where not all are drawn. */
    static String title(IntervalPlot plot) {
        int count = plot.intervals().size();
        return plot.title() + (count > MOST ? ", the first " + MOST + " of " + count : "");
    }

    private static String axisText(Axis axis) {
        return Double.isFinite(axis.linearUnit()) ? ". The axis is logarithmic on both sides of 0." : "";
    }

    private static Canvas drawCanvas(List<SummaryRow> shown, Axis axis, double reference) {
        double bottom = 8 + STEP * shown.size();
        Canvas canvas = new Canvas(bottom + 18).bottomAxis(axis, 4, bottom);
        if (axis.contains(reference)) {
            canvas.line("zero", axis.position(reference), 4, axis.position(reference), bottom);
        }
        for (int k = 0; k < shown.size(); k++) {
            SummaryRow row = shown.get(k);
            double y = 6 + STEP * (k + 0.5);
            canvas.text("label end", LEFT - 8, y + 3.5, row.name(), LETTERS);
            SummaryRow other = row.corrected();
            drawInterval(canvas, axis, row, y - (other == null ? 0 : 3), "own");
            if (other != null) {
                drawInterval(canvas, axis, other, y + 4, "corrected");
            }
        }
        return canvas;
    }

    private static List<SummaryRow> rowsWithSign(List<SummaryRow> rows) {
        return rows.stream()
                .filter(row -> !Double.isNaN(row.positiveProbability()) && Double.isFinite(row.lower() + row.upper()))
                .limit(MOST)
                .toList();
    }

    private static void drawInterval(Canvas canvas, Axis axis, SummaryRow row, double y, String css) {
        canvas.line("interval " + css, axis.position(row.lower()), y, axis.position(row.upper()), y);
        canvas.dot("dot " + css, axis.position(row.mean()), y, 3);
    }

    private static Axis axis(List<SummaryRow> rows, List<SummaryRow> corrected) {
        double[] ends = DoubleStream.concat(
                        intervalEnds(rows), corrected.isEmpty() ? DoubleStream.of(0) : intervalEnds(corrected))
                .toArray();
        double low = Math.min(0, Arrays.stream(ends).min().orElse(0));
        double high = Math.max(0, Arrays.stream(ends).max().orElse(0));
        double[] widths = rows.stream()
                .mapToDouble(row -> row.upper() - row.lower())
                .filter(width -> width > 0)
                .sorted()
                .toArray();
        double typical = widths.length == 0 ? high - low : widths[widths.length / 2];
        return high - low > FAR * typical
                ? Axis.signedLog(low, high, LEFT, RIGHT, typical)
                : Axis.linear(low, high, LEFT, RIGHT);
    }

    private static DoubleStream intervalEnds(List<SummaryRow> rows) {
        return rows.stream().flatMapToDouble(row -> DoubleStream.of(row.lower(), row.upper()));
    }
}
