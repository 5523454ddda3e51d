package io.credence.report.page;

import io.credence.report.page.EffectsSection.CurvePicture;
import io.credence.summary.SmoothSummary;
import io.credence.summary.SummaryRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Pictures of smooths as curves with bands. A surface is drawn at three values of its second number. */
final class SmoothPictures {

    /** Largest number of pictures. */
    private static final int MOST = 24;

    /** Where a surface is cut, as shares of the range of its second number. */
    private static final double[] CUTS = {0.1, 0.5, 0.9};

    private SmoothPictures() {}

    /** Pictures by their titles, in the order of the smooths. */
    static Map<String, Picture> of(List<SmoothSummary> smooths) {
        Map<String, Picture> all = new LinkedHashMap<>();
        for (SmoothSummary smooth : smooths.subList(0, Math.min(smooths.size(), MOST))) {
            SmoothSummary.Curve curve = smooth.curve();
            String title = String.format(
                    Locale.ROOT,
                    "%s, %.1f of %d degrees of freedom",
                    smooth.name(),
                    smooth.effectiveDegrees(),
                    smooth.columns());
            double[] z = curve.z();
            if (z == null) {
                all.put(title, picture(curve, Arrays.stream(curve.x()).boxed().toList(), 0, 1));
                continue;
            }
            double[] values = Arrays.stream(z).distinct().toArray();
            for (double cut : CUTS) {
                int at = (int) Math.round(cut * (values.length - 1));
                List<Double> x = Arrays.stream(curve.x()).boxed().distinct().toList();
                String where = String.format(
                        Locale.ROOT, ", at %s = %.4g", curve.numbers().get(1), values[at]);
                all.put(title + where, picture(curve, x, at, values.length));
            }
        }
        return all;
    }

    /** Picture of the values at every {@code stride}-th point from the given one. */
    private static Picture picture(SmoothSummary.Curve curve, List<Double> x, int first, int stride) {
        List<SummaryRow> rows = new ArrayList<>();
        for (int i = first; i < curve.estimate().length; i += stride) {
            rows.add(new SummaryRow("", curve.estimate()[i], 0, curve.lower()[i], curve.upper()[i]));
        }
        return CurvePicture.of(
                curve.numbers().get(0),
                x.stream().mapToDouble(Double::doubleValue).toArray(),
                rows);
    }
}
