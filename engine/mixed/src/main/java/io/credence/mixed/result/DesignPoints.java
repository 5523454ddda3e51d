package io.credence.mixed.result;

import io.credence.mixed.component.TailCheck;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.result.MixedPosterior.VarianceDesign;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Points of a design that are not negligible.
 *
 * @param numbers indices of the points in the design
 * @param natural points on their natural scale
 * @param weights probabilities of the points, which sum to 1
 */
public record DesignPoints(int[] numbers, List<double[]> points, List<double[]> natural, double[] weights) {

    /**
     * Largest negligible probability, or share of a mean square. A point below it changes no number that is reported.
     */
    private static final double NEGLIGIBLE = 1e-5;

    /**
     * Points of a design whose importance is not negligible.
     *
     * @param all probabilities of the design's points
     * @param counts importance of each point, as {@link TailCheck#importances}
     */
    public static DesignPoints of(
            List<double[]> points, double[] all, VarianceCoordinates coordinates, double[] counts) {
        int[] numbers = IntStream.range(0, all.length)
                .filter(s -> counts[s] > NEGLIGIBLE)
                .toArray();
        double total = Arrays.stream(numbers).mapToDouble(s -> all[s]).sum();
        double[] weights =
                Arrays.stream(numbers).mapToDouble(s -> all[s] / total).toArray();
        List<double[]> used = Arrays.stream(numbers).mapToObj(points::get).toList();
        return new DesignPoints(
                numbers, used, used.stream().map(coordinates::toNaturalScale).toList(), weights);
    }

    public VarianceDesign toVarianceDesign(MixedModel model, double[] logs) {
        return new VarianceDesign(model.componentNames(), natural, weights, logs);
    }
}
