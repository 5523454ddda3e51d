package io.credence.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Builder of a picture. Numbers are rounded to a tenth of a unit. */
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
        return stroke(css, "M" + at(x1, y1) + "L" + at(x2, y2));
    }

    /** Draws a line through all points. */
    Canvas curve(String css, double[] x, double[] y) {
        return stroke(css, through(x, y));
    }

    /** Fills the area between a line through all points and a height. */
    Canvas area(String css, double[] x, double[] y, double base) {
        return stroke(css, through(x, y) + "L" + at(x[x.length - 1], base) + "L" + at(x[0], base) + "Z");
    }

    Canvas dot(String css, double x, double y, double radius) {
        String arc = "a" + number(radius) + " " + number(radius) + " 0 1 0 ";
        return stroke(
                css, "M" + at(x - radius, y) + arc + number(2 * radius) + " 0" + arc + number(-2 * radius) + " 0Z");
    }

    Canvas box(String css, double x1, double y1, double x2, double y2) {
        return stroke(css, "M" + at(x1, y1) + "H" + number(x2) + "V" + number(y2) + "H" + number(x1) + "Z");
    }

    Canvas text(String css, double x, double y, String text) {
        return text(css, x, y, text, Integer.MAX_VALUE);
    }

    /** Writes a text, shortened to a number of letters. */
    Canvas text(String css, double x, double y, String text, int letters) {
        String shown = text.codePointCount(0, text.length()) <= letters
                ? text
                : text.substring(0, text.offsetByCodePoints(0, letters - 1)) + "…";
        labels.add(new Picture.Label(css, number(x), number(y), shown, text));
        return this;
    }

    /** Draws the ticks of an axis along the bottom, with lines over the whole height. */
    Canvas bottom(Axis axis, double top, double bottom) {
        return bottom(axis, top, bottom, 0);
    }

    /**
     * Draws the ticks of an axis along the bottom, with a least distance between two.
     *
     * @param least smallest difference between two ticks
     */
    Canvas bottom(Axis axis, double top, double bottom, double least) {
        for (Axis.Tick tick : axis.ticks(least)) {
            line("grid", tick.at(), top, tick.at(), bottom);
            text("tick middle", tick.at(), bottom + 12, tick.text());
        }
        return this;
    }

    /** Draws the ticks of an axis along the left side, with lines over the whole width. */
    Canvas left(Axis axis, double left, double right) {
        for (Axis.Tick tick : axis.ticks(0)) {
            line("grid", left, tick.at(), right, tick.at());
            text("tick end", left - 4, tick.at() + 3.5, tick.text());
        }
        return this;
    }

    Picture picture(String title, String description) {
        return new Picture(title, description, number(width), number(height), strokes, labels);
    }

    private Canvas stroke(String css, String d) {
        strokes.add(new Picture.Stroke(css, d));
        return this;
    }

    private static String through(double[] x, double[] y) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < x.length; i++) {
            path.append(i == 0 ? 'M' : 'L').append(at(x[i], y[i]));
        }
        return path.toString();
    }

    private static String at(double x, double y) {
        return number(x) + " " + number(y);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
