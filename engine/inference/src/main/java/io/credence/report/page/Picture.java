package io.credence.report.page;

import java.util.List;

/**
 * Picture as SVG paths and texts, in units of about a pixel.
 *
 * @param title caption below the picture
 * @param description text that replaces the picture for readers who do not see it
 * @param width width in these units
 * @param height height in these units
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
     * Path of a picture.
     *
     * @param css CSS class, which has the colour
     * @param d path data of SVG
     */
    record Stroke(String css, String d) {}

    /**
     * Text in a picture.
     *
     * @param css CSS class, which has the side of {@code x} on which it stands
     * @param text text, shortened to the room there is
     * @param full unshortened text
     */
    record Label(String css, String x, String y, String text, String full) {}
}
