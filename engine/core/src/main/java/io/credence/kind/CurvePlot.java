package io.credence.kind;

import java.util.Arrays;
import java.util.List;

/**
 * Picture of a curve with its band, as plain data.
 *
 * @param title title of the picture
 * @param number name of the number that the curve is a function of
 * @param x values of that number, in ascending order
 * @param estimate height of the curve at each value
 * @param lower lower end of the band at each value
 * @param upper upper end of the band at each value
 */
public record CurvePlot(String title, String number, double[] x, double[] estimate, double[] lower, double[] upper) {

    public CurvePlot {
        for (double[] heights : List.of(x, estimate, lower, upper)) {
            if (x.length < 2
                    || heights.length != x.length
                    || !Double.isFinite(Arrays.stream(heights).sum())) {
                throw new IllegalArgumentException("the curve \"" + title
                        + "\" cannot be drawn: required finite heights at two values or more, found "
                        + Arrays.toString(heights) + " at " + x.length + " values");
            }
        }
    }
}
