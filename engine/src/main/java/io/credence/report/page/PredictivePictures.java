package io.credence.report.page;

import io.credence.predict.PredictiveCheck;
import io.credence.predict.PredictiveCheck.Bin;
import io.credence.predict.PredictiveCheck.Statistic;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Responses drawn from the model against those observed. */
final class PredictivePictures {

    private static final double LEFT = 78;
    private static final double RIGHT = Canvas.WIDTH - 12;
    private static final double STEP = 24;
    private static final double SIDE = 200;

    private PredictivePictures() {}

    /** Each statistic in sds of its replications: their interval, and what was observed; null where there are none. */
    static @Nullable Picture statistics(PredictiveCheck check) {
        List<Statistic> shown = check.statistics().stream()
                .filter(each -> each.upper() > each.lower() && Double.isFinite(each.observed()))
                .toList();
        if (shown.isEmpty()) {
            return null;
        }
        double bottom = 6 + STEP * shown.size();
        double far = shown.stream()
                .mapToDouble(each -> Math.abs(scaled(each, each.observed())))
                .max()
                .orElse(1);
        double end = Math.min(8, Math.max(2, 1.1 * far));
        Axis axis = Axis.exact(-end, end, LEFT, RIGHT);
        Canvas canvas = new Canvas(bottom + 8).line("zero", axis.at(0), 4, axis.at(0), bottom);
        for (int i = 0; i < shown.size(); i++) {
            Statistic each = shown.get(i);
            double y = 6 + STEP * (i + 0.5);
            canvas.text("label end", LEFT - 8, y + 3.5, each.name())
                    .line(
                            "interval wide prior",
                            axis.at(scaled(each, each.lower())),
                            y,
                            axis.at(scaled(each, each.upper())),
                            y)
                    .dot(each.isOff() ? "dot bad" : "dot own", axis.at(scaled(each, each.observed())), y, 4);
        }
        return canvas.picture(
                "Bars: central 90 % of the responses drawn, each to its own scale. Dots: observed.",
                shown.size() + " statistics of responses drawn and observed");
    }

    /** In half widths of the interval, from the mean of the replications. */
    private static double scaled(Statistic each, double value) {
        return (value - each.mean()) / (0.5 * (each.upper() - each.lower()));
    }

    /** How often 1 came where it was predicted; null where labels are no such ones. */
    static @Nullable Picture calibration(PredictiveCheck check) {
        List<Bin> bins = check.calibration();
        if (bins.isEmpty()) {
            return null;
        }
        Axis across = Axis.exact(0, 1, 46, 46 + SIDE * 1.4);
        Axis up = Axis.exact(0, 1, 8 + SIDE, 8);
        Canvas canvas = new Canvas(SIDE + 40)
                .left(up, across.at(0), across.at(1))
                .bottom(across, 8, 8 + SIDE)
                .line("zero", across.at(0), up.at(0), across.at(1), up.at(1))
                .text("tick middle", across.at(0.5), SIDE + 36, "predicted probability of 1");
        double total = bins.stream().mapToDouble(Bin::weight).sum();
        double[] x =
                bins.stream().mapToDouble(bin -> across.at(bin.predicted())).toArray();
        double[] y = bins.stream().mapToDouble(bin -> up.at(bin.observed())).toArray();
        canvas.curve("curve own", x, y);
        for (int i = 0; i < x.length; i++) {
            double share = bins.get(i).weight() / total;
            double error = Math.sqrt(
                    Math.max(0, bins.get(i).predicted() * (1 - bins.get(i).predicted()))
                            / bins.get(i).weight());
            double center = bins.get(i).observed();
            canvas.line("interval own", x[i], up.at(center - error), x[i], up.at(center + error));
            canvas.dot("dot own", x[i], y[i], 2.5 + 8 * Math.sqrt(share));
        }
        return canvas.picture(
                "Observed share of 1 where it was predicted, with one standard error; larger dots are more rows",
                String.format(Locale.ROOT, "Calibration in %d tenths of the predicted probability", bins.size()));
    }
}
