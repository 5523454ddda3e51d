package io.credence.report.page;

import java.util.List;

/**
 * A drawing, in units that are about a pixel.
 *
 * @param title what it shows, below it
 * @param description the same for those who do not see it
 * @param width in these units
 * @param height likewise
 * @param strokes lines, areas and dots, the first below the others
 * @param labels texts above them
 */
record Picture(
        String title, String description, String width, String height, List<Stroke> strokes, List<Label> labels) {

    Picture {
        strokes = List.copyOf(strokes);
        labels = List.copyOf(labels);
    }

    /**
     * A path.
     *
     * @param css class, which has the colour
     * @param d path data of SVG
     */
    record Stroke(String css, String d) {}

    /**
     * A text.
     *
     * @param css class, which has the side of {@code x} on which it stands
     * @param text as far as there is room
     * @param full all of it
     */
    record Label(String css, String x, String y, String text, String full) {}
}
