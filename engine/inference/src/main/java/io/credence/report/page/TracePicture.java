package io.credence.report.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.credence.fit.FitState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Picture of the bound of the log evidence, or of the objective, by iteration. Design points around a mode are left
 * out.
 */
final class TracePicture {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String DESIGN = FitState.Phase.DESIGN.name().toLowerCase(Locale.ROOT);
    private static final double LEFT = 62;
    private static final double RIGHT = Canvas.WIDTH - 10;
    private static final double TOP = 8;
    private static final double BOTTOM = 170;
    /** Largest number of points of a line. More would not be visible. */
    private static final int MOST = 600;
    /** Largest number of points that each have a dot. */
    private static final int FEW = 40;
    /** Largest distance of the first half of the trace from the second that is drawn, in ranges of the second half. */
    private static final double HEADROOM = 6;

    private TracePicture() {}

    /**
     * Point of the trace.
     *
     * @param iteration number of the iteration
     * @param value value of the bound, or of the objective
     */
    private record Point(double iteration, double value) {}

    /**
     * Draws the trace of a fit.
     *
     * @param trace lines of {@code trace.jsonl}
     * @return the picture; null where fewer than two steps have a number
     */
    static @Nullable Picture of(String trace) {
        List<JsonNode> steps = trace.lines()
                .filter(line -> !line.isBlank())
                .map(TracePicture::parseLine)
                .filter(step -> !step.path("phase").asText().equals(DESIGN))
                .toList();
        boolean bound = steps.stream().filter(step -> step.has("elbo")).count() > 1;
        String key = bound ? "elbo" : "objective";
        List<Point> points = new ArrayList<>();
        for (JsonNode step : steps) {
            if (step.path(key).isNumber()) {
                points.add(new Point(
                        step.path("iteration").asDouble(), step.path(key).asDouble()));
            }
        }
        return points.size() < 2 ? null : drawPoints(points, bound);
    }

    private static JsonNode parseLine(String line) {
        try {
            return MAPPER.readTree(line);
        } catch (JsonProcessingException torn) {
            return MAPPER.createObjectNode();
        }
    }

    private static Picture drawPoints(List<Point> points, boolean bound) {
        int stride = Math.max(1, points.size() / MOST);
        List<Point> some = IntStream.range(0, points.size())
                .filter(i -> i % stride == 0 || i == points.size() - 1)
                .mapToObj(points::get)
                .toList();
        double[] values = some.stream().mapToDouble(Point::value).toArray();
        double[] late = Arrays.copyOfRange(values, values.length / 2, values.length);
        double most = Arrays.stream(late).max().orElse(0);
        double least = Arrays.stream(late).min().orElse(0);
        double room = Math.max(HEADROOM * (most - least), 1e-3 * Math.abs(most) + 1e-9);
        double low = Math.max(Arrays.stream(values).min().orElse(least), least - room);
        double high = Math.min(Arrays.stream(values).max().orElse(most), most + room);
        Axis up = Axis.linear(low, high, BOTTOM, TOP);
        Axis across =
                Axis.linear(some.get(0).iteration(), some.get(some.size() - 1).iteration(), LEFT, RIGHT);
        List<Point> inside =
                some.stream().filter(point -> up.contains(point.value())).toList();
        double[] x = inside.stream()
                .mapToDouble(point -> across.position(point.iteration()))
                .toArray();
        double[] y =
                inside.stream().mapToDouble(point -> up.position(point.value())).toArray();
        Canvas canvas = new Canvas(BOTTOM + 30)
                .leftAxis(up, LEFT, RIGHT)
                .bottomAxis(across, BOTTOM, BOTTOM, 1)
                .text("tick middle", (LEFT + RIGHT) / 2, BOTTOM + 26, "iteration")
                .line("axis", LEFT, BOTTOM, RIGHT, BOTTOM)
                .curve("curve own", x, y);
        if (x.length <= FEW) {
            for (int i = 0; i < x.length; i++) {
                canvas.dot("dot own", x[i], y[i], 2.2);
            }
        }
        int beyond = some.size() - inside.size();
        String what = bound ? "Evidence lower bound, nats" : "Objective, which is minimised";
        return canvas.toPicture(
                what + ", by iteration" + (beyond > 0 ? "; " + beyond + " early ones are far off and left out" : ""),
                what + " over " + points.size() + " iterations");
    }
}
