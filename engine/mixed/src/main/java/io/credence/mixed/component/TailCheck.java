package io.credence.mixed.component;

import io.credence.linalg.Vectors;
import io.credence.mixed.model.VarianceCoordinates;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Check of whether a design reaches as far into the tails of variance components as their posterior has variance. The
 * components are the last of the design's unknowns. Of two levels under a half-Cauchy prior the density of their
 * standard deviation falls with its third power alone, so that much of its mean square is at the last points, and more
 * beyond.
 *
 * @param coordinates coordinates of the components
 * @param before number of the unknowns before them
 * @param mostError largest relative standard error of the standard deviation of a standard deviation, as if points were
 *     independent draws; above it the design has too few points in its tail
 */
public record TailCheck(VarianceCoordinates coordinates, int before, double mostError) {

    /** Share of the points that count as the last ones, those with the largest standard deviation. */
    private static final double LAST = 1 / 64.0;
    /**
     * Largest share that the last points may have in the mean square of a standard deviation; above it the design is
     * too short. Over nine levels and more it is 0.015 to 0.04; over two or three it is 0.16 to 0.21 before a round
     * farther out, and 0.05 and less after it.
     */
    private static final double MOST = 0.12;

    /**
     * Largest relative standard error of the standard deviation of a standard deviation. Over five levels and more it
     * is 0.025 to 0.057; over two to four, whose 95 % ends were a quarter of a standard deviation short, it is 0.06 to
     * 0.21.
     */
    private static final double MOST_ERROR = 0.06;

    /** Check of a design over components alone. */
    public static TailCheck ofComponents(VarianceCoordinates coordinates) {
        return new TailCheck(coordinates, 0, MOST_ERROR);
    }

    /**
     * Share of the last points in the mean square of a component.
     *
     * @param values values of the component at the points; not above 0 where there is no density
     * @param probabilities probabilities of the points
     */
    private static double lastShare(double[] values, double[] probabilities) {
        int[] order = Vectors.sortedIndices(values.length, s -> -values[s]);
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

    /** Relative standard error of the standard deviation of values at points, as if these were independent draws. */
    private static double relativeStandardError(double[] values, double[] probabilities) {
        double mean = Vectors.dot(values, probabilities);
        double[] squares = new double[values.length];
        Arrays.setAll(squares, s -> (values[s] - mean) * (values[s] - mean));
        double variance = Vectors.dot(squares, probabilities);
        double sum = 0;
        for (int s = 0; s < squares.length; s++) {
            double own = probabilities[s] * (squares[s] - variance);
            sum += own * own;
        }
        return Math.sqrt(sum) / (2 * variance);
    }

    /**
     * Numbers of the unknowns in whose mean square the last points have too large a share. They are standard deviations
     * of effects.
     */
    int[] heavyTailedUnknowns(List<double[]> points, double[] probabilities) {
        return sdUnknowns()
                .filter(j -> isHeavyTailed(sdsAt(points, j), probabilities))
                .toArray();
    }

    /** Numbers of {@link #heavyTailedUnknowns}, and of standard deviations in whose tail the design has too few points. */
    int[] underCoveredUnknowns(List<double[]> points, double[] probabilities) {
        return sdUnknowns()
                .filter(j -> isUnderCovered(sdsAt(points, j), probabilities))
                .toArray();
    }

    private static boolean isHeavyTailed(double[] sds, double[] probabilities) {
        return lastShare(sds, probabilities) > MOST;
    }

    private boolean isUnderCovered(double[] sds, double[] probabilities) {
        return isHeavyTailed(sds, probabilities) || relativeStandardError(sds, probabilities) > mostError;
    }

    /** Names of the components whose posterior reaches beyond the design's last points. */
    public List<String> underCoveredNames(List<double[]> points, double[] probabilities) {
        return Arrays.stream(underCoveredUnknowns(points, probabilities))
                .mapToObj(j -> coordinates.model().componentNames().get(j - before))
                .toList();
    }

    private IntStream sdUnknowns() {
        return IntStream.range(0, coordinates.dimension())
                .filter(coordinates::isSd)
                .map(j -> before + j);
    }

    private static double[] sdsAt(List<double[]> points, int unknown) {
        return points.stream()
                .mapToDouble(x -> x[unknown] * x[unknown] * x[unknown])
                .toArray();
    }

    /**
     * Importance of each point: its probability, or its share in the mean square of a standard deviation if that is
     * larger.
     */
    public double[] importances(List<double[]> points, double[] probabilities) {
        double[] counts = probabilities.clone();
        sdUnknowns().forEach(j -> {
            double[] squares = Vectors.squares(sdsAt(points, j));
            double mean = Vectors.dot(squares, probabilities);
            Arrays.setAll(counts, s -> Math.max(counts[s], probabilities[s] * squares[s] / mean));
        });
        return counts;
    }
}
