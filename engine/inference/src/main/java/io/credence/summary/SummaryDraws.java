package io.credence.summary;

import io.credence.family.Posterior;
import io.credence.family.PosteriorDraws;
import io.credence.random.AddressedRandom;
import io.credence.random.NormalDraws;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Independent draws of the numbers of a summary, under the names and on the scale of their summaries: coefficients,
 * transformed parameters, dispersion, and the variance components of a mixed model.
 */
public final class SummaryDraws {

    private final NumberSummary numbers;
    private final @Nullable VariancePoints components;
    private final int dispersionPower;
    private final int[] shownCoefficients;
    private final List<String> names = new ArrayList<>();

    /**
     * Creates the draws.
     *
     * @param components points of the variance components; null where there are none
     * @param dispersionPower power of the last component that is the dispersion: 2 where it is a standard deviation
     * @throws IllegalArgumentException if the transformation of a number is not available
     */
    public SummaryDraws(NumberSummary numbers, @Nullable VariancePoints components, int dispersionPower) {
        this.numbers = numbers;
        this.components = components;
        this.dispersionPower = dispersionPower;
        ConstrainedSummary constrained = numbers.constrainedSummary();
        TransformedParameters transformed = numbers.transformedParameters();
        if (constrained != null && transformed == null) {
            throw new IllegalArgumentException("draws of " + Sentences.listed(constrained.names())
                    + " cannot be made: required the class that was fitted, found none");
        }
        List<String> all = numbers.coefficients().names();
        List<String> hidden = transformed == null ? List.of() : transformed.of(all);
        this.shownCoefficients = IntStream.range(0, all.size())
                .filter(j -> !hidden.contains(all.get(j)))
                .toArray();
        for (int j : shownCoefficients) {
            names.add(all.get(j));
        }
        if (transformed != null) {
            names.addAll(transformed.names());
        }
        if (numbers.drawnDispersionName() != null) {
            names.add(numbers.drawnDispersionName());
        }
        if (components != null) {
            components.names().stream().filter(name -> !names.contains(name)).forEach(names::add);
        }
    }

    /** Names of the numbers of a draw. */
    public List<String> names() {
        return List.copyOf(names);
    }

    /** Independent draws of the numbers, one array per draw. The same seed gives the same draws. */
    public double[][] sample(int count, long seed) {
        double[][] raw = numbers.sampleDraws(count, seed);
        Posterior posterior = numbers.coefficients().posterior();
        double[] strata = PosteriorDraws.weights(posterior);
        double[][] draws = new double[count][];
        for (int s = 0; s < count; s++) {
            draws[s] = numbersOf(raw[s], components == null ? null : point(components, strata, seed, s));
        }
        return draws;
    }

    /**
     * Variance components of a draw. Where the posterior of the coefficients is a mixture over the points, it is the
     * point of the draw's stratum; else it is drawn independently.
     */
    private static double[] point(VariancePoints design, double[] strata, long seed, int draw) {
        long address = NumberSummary.ADDRESS;
        int index = strata.length == design.points().length
                ? PosteriorDraws.stratum(strata, seed, address, draw)
                : PosteriorDraws.indexAt(
                        design.weights(), AddressedRandom.uniform(seed, address, draw, NormalDraws.DISPERSION));
        return design.points()[index];
    }

    private double[] numbersOf(double[] raw, double @Nullable [] point) {
        double[] draw = new double[names.size()];
        int at = 0;
        for (int j : shownCoefficients) {
            draw[at++] = raw[j];
        }
        if (numbers.transformedParameters() != null) {
            for (double number : numbers.transformedParameters().valuesAt(raw)) {
                draw[at++] = number;
            }
        }
        if (numbers.drawnDispersionName() != null) {
            draw[at++] = point == null
                    ? raw[numbers.coefficients().dimension()]
                    : Math.pow(point[point.length - 1], dispersionPower);
        }
        if (point != null) {
            System.arraycopy(point, 0, draw, at, draw.length - at);
        }
        return draw;
    }
}
