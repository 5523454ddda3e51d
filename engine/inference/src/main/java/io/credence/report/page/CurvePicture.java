package io.credence.report.page;

import io.credence.kind.CurvePlot;
import java.util.Arrays;

/** Picture of a curve with a band over a number. */
final class CurvePicture {

    private static final double LEFT = 48;
    private static final double RIGHT = Canvas.WIDTH - 10;
    private static final double TOP = 8;
    private static final double BOTTOM = 170;

    private CurvePicture() {}

    static Picture of(CurvePlot plot) {
        double low = Arrays.stream(plot.lower()).min().orElse(0);
        double high = Arrays.stream(plot.upper()).max().orElse(0);
        int n = plot.x().length;
        Axis across = Axis.linear(plot.x()[0], plot.x()[n - 1], LEFT, RIGHT);
        Axis up = Axis.linear(low, high, BOTTOM, TOP);
        double[] x = positions(plot.x(), across);
        double[] upper = positions(plot.upper(), up);
        double[] lower = positions(plot.lower(), up);
        double[] around = new double[2 * n];
        double[] band = new double[2 * n];
        for (int i = 0; i < n; i++) {
            around[i] = x[i];
            band[i] = upper[i];
            around[2 * n - 1 - i] = x[i];
            band[2 * n - 1 - i] = lower[i];
        }
        return new Canvas(BOTTOM + 18)
                .leftAxis(up, LEFT, RIGHT)
                .bottomAxis(across, TOP, BOTTOM)
                .curve("area own", around, band)
                .curve("curve own", x, positions(plot.estimate(), up))
                .toPicture("Across: " + plot.number(), "Means and intervals at " + n + " values of " + plot.number());
    }

    private static double[] positions(double[] numbers, Axis axis) {
        return Arrays.stream(numbers).map(axis::position).toArray();
    }
}
