package io.credence.report.page;

import io.credence.summary.SummaryRow;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Picture of means and intervals over a number, as a curve with a band. */
final class CurvePicture {

    private static final double LEFT = 48;
    private static final double RIGHT = Canvas.WIDTH - 10;
    private static final double TOP = 8;
    private static final double BOTTOM = 170;

    private CurvePicture() {}

    /**
     * Draws the curve of numbers in ascending order.
     *
     * @param name name of the number on the horizontal axis
     * @param numbers values of that number, at least two
     * @param rows summary at each value
     */
    static Picture of(String name, double[] numbers, List<SummaryRow> rows) {
        double low = rows.stream().mapToDouble(SummaryRow::lower).min().orElse(0);
        double high = rows.stream().mapToDouble(SummaryRow::upper).max().orElse(0);
        Axis across = Axis.linear(numbers[0], numbers[numbers.length - 1], LEFT, RIGHT);
        Axis up = Axis.linear(low, high, BOTTOM, TOP);
        double[] x = Arrays.stream(numbers).map(across::at).toArray();
        int n = x.length;
        double[] around = new double[2 * n];
        double[] band = new double[2 * n];
        double[] upper = heights(rows, SummaryRow::upper, up);
        double[] lower = heights(rows, SummaryRow::lower, up);
        for (int i = 0; i < n; i++) {
            around[i] = x[i];
            band[i] = upper[i];
            around[2 * n - 1 - i] = x[i];
            band[2 * n - 1 - i] = lower[i];
        }
        return new Canvas(BOTTOM + 18)
                .left(up, LEFT, RIGHT)
                .bottom(across, TOP, BOTTOM)
                .curve("area own", around, band)
                .curve("curve own", x, heights(rows, SummaryRow::mean, up))
                .picture("Across: " + name, "Means and intervals at " + n + " values of " + name);
    }

    private static double[] heights(List<SummaryRow> rows, ToDoubleFunction<SummaryRow> number, Axis up) {
        return rows.stream().mapToDouble(number).map(up::at).toArray();
    }
}
