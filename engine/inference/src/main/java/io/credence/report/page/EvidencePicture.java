package io.credence.report.page;

import io.credence.diagnostic.WeightTail;
import io.credence.result.section.BoundsSection;
import io.credence.result.section.BoundsSection.BoundSection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pictures of k̂ with its threshold, and of the bounds of the log evidence. */
final class EvidencePicture {

    private static final double LEFT = 92;
    private static final double RIGHT = Canvas.WIDTH - 12;
    private static final double STEP = 20;

    private EvidencePicture() {}

    /**
     * Picture of k̂ on a scale from −0.5 to above its threshold; null where it was not computed.
     *
     * @param usable whether averages over the weights are usable
     */
    static @Nullable Picture tailPicture(WeightTail tail, boolean usable) {
        double k = tail.tailIndex();
        if (!Double.isFinite(k) || !Double.isFinite(tail.threshold())) {
            return null;
        }
        double most = Math.max(1.2, k + 0.1);
        Axis axis = Axis.withoutMargin(Math.min(-0.2, k - 0.1), most, 12, RIGHT);
        double threshold = axis.position(tail.threshold());
        Picture picture = new Canvas(70)
                .box("zone good", 12, 26, threshold, 44)
                .box(usable && !tail.isLight() ? "zone good" : "zone bad", threshold, 26, RIGHT, 44)
                .bottomAxis(axis, 44, 46)
                .line("threshold", threshold, 20, threshold, 48)
                .text("tick middle", threshold, 16, String.format(Locale.ROOT, "%.2f", tail.threshold()))
                .dot(usable ? "dot good" : "dot bad", axis.position(k), 35, 6)
                .toPicture(
                        "k-hat of the weights, " + ruleText(tail, usable),
                        String.format(Locale.ROOT, "k-hat of the weights %.2f, %s", k, ruleText(tail, usable)));
        return picture;
    }

    /** Text on the threshold of k̂, and whether a value above it is excused. */
    static String ruleText(WeightTail tail, boolean usable) {
        return String.format(
                Locale.ROOT,
                usable && !tail.isLight() ? "above %.2f but excused" : "at most %.2f allowed",
                tail.threshold());
    }

    /** Picture of all finite bounds on one axis, with their errors; null where there are fewer than two. */
    static @Nullable Picture boundsPicture(BoundsSection bounds) {
        Map<String, BoundSection> shown = new LinkedHashMap<>(bounds.named());
        shown.values().removeIf(bound -> !Double.isFinite(bound.value()));
        if (shown.size() < 2) {
            return null;
        }
        double low =
                shown.values().stream().mapToDouble(BoundSection::value).min().orElse(0);
        double high =
                shown.values().stream().mapToDouble(BoundSection::value).max().orElse(0);
        Axis axis = Axis.linear(low, Math.max(high, low + 1e-3), LEFT, RIGHT);
        double bottom = 6 + STEP * shown.size();
        Canvas canvas = new Canvas(bottom + 18).bottomAxis(axis, 4, bottom);
        double y = 6 - 0.5 * STEP;
        for (Map.Entry<String, BoundSection> each : shown.entrySet()) {
            BoundSection bound = each.getValue();
            y += STEP;
            double error = Double.isFinite(bound.mcse()) ? bound.mcse() : 0;
            canvas.text("label end", LEFT - 8, y + 3.5, BoundName.of(each.getKey()))
                    .line(
                            "interval own",
                            axis.position(bound.value() - error),
                            y,
                            axis.position(bound.value() + error),
                            y)
                    .dot("dot own", axis.position(bound.value()), y, 3.5);
        }
        return canvas.toPicture(
                "Bounds of the log evidence, nats, with one Monte Carlo error",
                shown.size() + " bounds of the log evidence from " + low + " to " + high);
    }
}
