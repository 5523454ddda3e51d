package io.credence.mixed;

import io.credence.linalg.Vectors;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Whether a design over variance components reaches as far as their posterior has variance. Of two groups under a half-Cauchy prior the density
 * of their standard deviation falls with its third power alone, so that much of its mean square is at the last points, and more beyond.
 */
final class DesignReach {

    /** Share of the points that are the last ones. */
    private static final double LAST = 1 / 64.0;
    /**
     * Share of the mean square of a standard deviation at the last points from which the design is too short: over nine groups and more it is
     * 0.015 to 0.04, over two or three 0.16 to 0.21. Where a round that went further leaves 0.10, the sd is 6 % too small, at 0.19 18 %.
     */
    private static final double MOST = 0.12;

    private DesignReach() {}

    /**
     * The share of the last points in the mean square of a component.
     *
     * @param values of it at the points; not above 0 where there is no density
     * @param probabilities of the points
     */
    static double lastShare(double[] values, double[] probabilities) {
        int[] order = Vectors.ordered(values.length, s -> -values[s]);
        int last = (int) Math.ceil(LAST * values.length);
        double sum = 0;
        double ofLast = 0;
        for (int k = 0; k < order.length; k++) {
            double value = Math.max(0, values[order[k]]);
            double own = probabilities[order[k]] * value * value;
            sum += own;
            ofLast += k < last ? own : 0;
        }
        return ofLast / sum;
    }

    /** Names of the standard deviations of effects, of which it is too much, of points in those coordinates. */
    static List<String> tooShort(VarianceCoordinates coordinates, List<double[]> points, double[] probabilities) {
        return IntStream.range(0, coordinates.dimension())
                .filter(j -> coordinates.isSd(j) && lastShare(sds(points, j), probabilities) > MOST)
                .mapToObj(coordinates.model().componentNames()::get)
                .toList();
    }

    private static double[] sds(List<double[]> points, int coordinate) {
        return points.stream()
                .mapToDouble(x -> x[coordinate] * x[coordinate] * x[coordinate])
                .toArray();
    }

    /** How much each point counts for: its probability, or its share in the mean square of a standard deviation if that is larger. */
    static double[] counts(VarianceCoordinates coordinates, List<double[]> points, double[] probabilities) {
        double[] counts = probabilities.clone();
        for (int j = 0; j < coordinates.dimension(); j++) {
            if (coordinates.isSd(j)) {
                double[] squares = Vectors.squares(sds(points, j));
                double mean = Vectors.dot(squares, probabilities);
                Arrays.setAll(counts, s -> Math.max(counts[s], probabilities[s] * squares[s] / mean));
            }
        }
        return counts;
    }
}
