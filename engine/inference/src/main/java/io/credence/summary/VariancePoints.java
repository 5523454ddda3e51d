package io.credence.summary;

import io.credence.mixed.result.MixedPosterior.VarianceDesign;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Joint posterior of a mixed model's variance components, as weighted points on their natural scale.
 *
 * @param names names of the components: standard deviations, correlations, and {@code sigma} or a dispersion last
 * @param weights probability of each point
 * @param points points, each as long as {@code names}
 */
public record VariancePoints(List<String> names, double[] weights, double[][] points) {

    public VariancePoints {
        requireLength("variancePoints.weights", points.length, weights.length);
        for (double[] point : points) {
            requireLength("variancePoints.points", names.size(), point.length);
        }
    }

    private static void requireLength(String place, int required, int found) {
        if (found != required) {
            throw new IllegalArgumentException(
                    place + " has the wrong length: required " + required + " entries, found " + found);
        }
    }

    /** Points of positive weight of a design. */
    static VariancePoints of(VarianceDesign design) {
        int[] kept = IntStream.range(0, design.weights().length)
                .filter(s -> design.weights()[s] > 0)
                .toArray();
        return new VariancePoints(
                design.names(),
                IntStream.of(kept).mapToDouble(s -> design.weights()[s]).toArray(),
                IntStream.of(kept).mapToObj(design.points()::get).toArray(double[][]::new));
    }
}
