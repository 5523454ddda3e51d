package io.credence.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Builder of a picture from lines, areas, dots and texts. Numbers are rounded to a tenth of a unit. */
final class Canvas {

    /** Width of a picture that fills a column of the page. */
    static final double WIDTH = 360;

    private final double width;
    private final double height;
    private final List<Picture.Stroke> strokes = new ArrayList<>();
    private final List<Picture.Label> labels = new ArrayList<>();

    Canvas(double height) {
        this(WIDTH, height);
    }

    Canvas(double width, double height) {
        this.width = width;
        this.height = height;
    }

    Canvas line(String css, double x1, double y1, double x2, double y2) {
        return addStroke(css, "M" + coordinates(x1, y1) + "L" + coordinates(x2, y2));
    }

    /** Draws a line through all points. */
    Canvas curve(String css, double[] x, double[] y) {
        return addStroke(css, pathThrough(x, y));
    }

    /** Fills the area between a line through all points and a horizontal line. */
    Canvas area(String css, double[] x, double[] y, double base) {
        return addStroke(
                css,
                pathThrough(x, y) + "L" + coordinates(x[x.length - 1], base) + "L" + coordinates(x[0], base) + "Z");
    }

    Canvas dot(String css, double x, double y, double radius) {
        String arc = "a" + numberText(radius) + " " + numberText(radius) + " 0 1 0 ";
        return addStroke(
                css,
                "M" + coordinates(x - radius, y) + arc + numberText(2 * radius) + " 0" + arc + numberText(-2 * radius)
                        + " 0Z");
    }

    Canvas box(String css, double x1, double y1, double x2, double y2) {
        return addStroke(
                css,
                "M" + coordinates(x1, y1) + "H" + numberText(x2) + "V" + numberText(y2) + "H" + numberText(x1) + "Z");
    }

    Canvas text(String css, double x, double y, String text) {
        return text(css, x, y, text, Integer.MAX_VALUE);
    }

    /** Writes a text, shortened to a number of letters. */
    Canvas text(String css, double x, double y, String text, int letters) {
        String shown = text.codePointCount(0, text.length()) <= letters
                ? text
                : text.substring(0, text.offsetByCodePoints(0, letters - 1)) + "…";
        labels.add(new Picture.Label(css, numberText(x), numberText(y), shown, text));
        return this;
    }

    /** Draws the ticks of a horizontal axis along the bottom, with grid lines. */
    Canvas bottomAxis(Axis axis, double top, double bottom) {
        return bottomAxis(axis, top, bottom, 0);
    }

    /**
     * Draws the ticks of a horizontal axis along the bottom, at a smallest distance from each other.
     *
     * @param least smallest difference between two ticks
     */
    Canvas bottomAxis(Axis axis, double top, double bottom, double least) {
        for (Axis.Tick tick : axis.ticks(least)) {
            line("grid", tick.position(), top, tick.position(), bottom);
            text("tick middle", tick.position(), bottom + 12, tick.text());
        }
        return this;
    }

    /** Draws the ticks of a vertical axis along the left side, with grid lines. */
    Canvas leftAxis(Axis axis, double left, double right) {
        for (Axis.Tick tick : axis.ticks(0)) {
            line("grid", left, tick.position(), right, tick.position());
            text("tick end", left - 4, tick.position() + 3.5, tick.text());
        }
        return this;
    }

    Picture toPicture(String title, String description) {
        return new Picture(title, description, numberText(width), numberText(height), strokes, labels);
    }

    private Canvas addStroke(String css, String d) {
        strokes.add(new Picture.Stroke(css, d));
        return this;
    }

    private static String pathThrough(double[] x, double[] y) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < x.length; i++) {
            path.append(i == 0 ? 'M' : 'L').append(coordinates(x[i], y[i]));
        }
        return path.toString();
    }

    private static String coordinates(double x, double y) {
        return numberText(x) + " " + numberText(y);
    }

    private static String numberText(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
