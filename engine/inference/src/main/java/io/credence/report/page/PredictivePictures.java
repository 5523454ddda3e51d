package io.credence.report.page;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.credence.predict.PredictiveCheck;
import io.credence.predict.PredictiveCheck.CalibrationBin;
import io.credence.predict.PredictiveCheck.Statistic;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pictures of the posterior predictive check. */
final class PredictivePictures {

    private static final double LEFT = 78;
    private static final double MOST_LEFT = 150;
    private static final double LETTER = 6;
    private static final double RIGHT = Canvas.WIDTH - 12;
    private static final double STEP = 24;
    private static final double SIDE = 170;
    private static final double CALIBRATION_WIDTH = 260;
    private static final double TOP = 20;
    /** Largest number of events that are drawn. */
    static final int MOST_EVENTS = 12;

    private PredictivePictures() {}

    /**
     * Picture of the statistics, each with its observed value and the interval of its replications, scaled to that
     * interval. Null where there are none.
     */
    static @Nullable Picture statisticsPicture(PredictiveCheck check) {
        List<Statistic> shown = check.statistics().stream()
                .filter(each -> each.upper() > each.lower() && Double.isFinite(each.observed()))
                .toList();
        if (shown.isEmpty()) {
            return null;
        }
        double bottom = 6 + STEP * shown.size();
        double far = shown.stream()
                .mapToDouble(each -> Math.abs(scaledDistance(each, each.observed())))
                .max()
                .orElse(1);
        double end = Math.min(8, Math.max(2, 1.1 * far));
        double longest =
                shown.stream().mapToInt(each -> each.name().length()).max().orElse(0);
        double left = Math.max(LEFT, Math.min(MOST_LEFT, LETTER * longest + 16));
        Axis axis = Axis.withoutMargin(-end, end, left, RIGHT);
        Canvas canvas = new Canvas(bottom + 8).line("zero", axis.position(0), 4, axis.position(0), bottom);
        for (int i = 0; i < shown.size(); i++) {
            Statistic each = shown.get(i);
            double y = 6 + STEP * (i + 0.5);
            canvas.text("label end", left - 8, y + 3.5, each.name(), (int) ((left - 8) / LETTER))
                    .line(
                            "interval wide prior",
                            axis.position(scaledDistance(each, each.lower())),
                            y,
                            axis.position(scaledDistance(each, each.upper())),
                            y)
                    .dot(
                            each.isUnreproduced() ? "dot bad" : "dot own",
                            axis.position(scaledDistance(each, each.observed())),
                            y,
                            4);
        }
        return canvas.toPicture(
                "Bars: central 90 % of the responses drawn, each to its own scale. Dots: observed.",
                shown.size() + " statistics of responses drawn and observed");
    }

    /** Distance of a value from the mean of the replications, in half widths of their interval. */
    private static double scaledDistance(Statistic each, double value) {
        return (value - each.mean()) / (0.5 * (each.upper() - each.lower()));
    }

    /** Pictures of calibration, one for each event: observed against predicted frequencies. */
    static List<Picture> calibration(PredictiveCheck check) {
        Map<String, List<CalibrationBin>> events =
                check.calibration().stream().collect(groupingBy(CalibrationBin::event, LinkedHashMap::new, toList()));
        return events.entrySet().stream()
                .limit(MOST_EVENTS)
                .map(each -> calibration(each.getKey(), each.getValue()))
                .toList();
    }

    private static Picture calibration(String event, List<CalibrationBin> bins) {
        Axis across = Axis.withoutMargin(0, 1, 30, CALIBRATION_WIDTH - 12);
        Axis up = Axis.withoutMargin(0, 1, TOP + SIDE, TOP);
        Canvas canvas = new Canvas(CALIBRATION_WIDTH, TOP + SIDE + 18)
                .leftAxis(up, across.position(0), across.position(1))
                .bottomAxis(across, TOP, TOP + SIDE)
                .line("zero", across.position(0), up.position(0), across.position(1), up.position(1))
                .text("label strong start", across.position(0), 11, event, 36);
        double total = bins.stream().mapToDouble(CalibrationBin::weight).sum();
        double[] x = bins.stream()
                .mapToDouble(bin -> across.position(bin.predictedProbability()))
                .toArray();
        double[] y = bins.stream()
                .mapToDouble(bin -> up.position(bin.observedShare()))
                .toArray();
        for (int i = 0; i < x.length; i++) {
            CalibrationBin bin = bins.get(i);
            if (!Double.isNaN(bin.lower())) {
                canvas.line("interval wide prior", x[i], up.position(bin.lower()), x[i], up.position(bin.upper()));
            }
        }
        canvas.curve("curve own", x, y);
        for (int i = 0; i < x.length; i++) {
            canvas.dot("dot own", x[i], y[i], 2 + 6 * Math.sqrt(bins.get(i).weight() / total));
        }
        return canvas.toPicture(
                "",
                String.format(Locale.ROOT, "Calibration of %s in %d tenths of its probability", event, bins.size()));
    }
}
