package io.credence.summary;

import io.credence.family.PosteriorDraws;
import io.credence.family.law.DispersionPosterior;
import io.credence.random.AddressedRandom;
import io.credence.random.NormalDraws;
import io.credence.random.RandomUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Posterior summaries of the coefficients, the transformed parameters and the dispersion. Transformed parameters
 * replace their unconstrained numbers.
 *
 * @param coefficients posterior of the coefficients
 * @param transformedParameters transformed parameters; null where there are none
 * @param constrainedSummary summaries of the transformed parameters; null where there are none, or the posterior is not
 *     proper
 * @param dispersionName name of the dispersion; null where there is none
 * @param dispersionPosterior posterior of the dispersion, or its known value
 * @param modelQuantities quantities that the user's model derives from its parameters; null where there are none, or
 *     the model is not available
 * @param seed seed of the draws, where moments and intervals are estimated from draws
 */
public record NumberSummary(
        Coefficients coefficients,
        @Nullable TransformedParameters transformedParameters,
        @Nullable ConstrainedSummary constrainedSummary,
        @Nullable String dispersionName,
        DispersionPosterior dispersionPosterior,
        @Nullable ModelQuantities modelQuantities,
        long seed) {

    static final long ADDRESS = RandomUse.EXPORTED_DRAWS.firstAddressWord();

    /** Summaries of all numbers. */
    public List<SummaryRow> summaryRows() {
        return SummaryRow.of(
                coefficients, constrainedSummary, dispersionName, dispersionPosterior, Integer.MAX_VALUE, seed);
    }

    /**
     * Summaries of all numbers, with central intervals of a given probability.
     *
     * @throws IllegalArgumentException if the transformation of a number is not available
     */
    public List<SummaryRow> summaryRows(double level) {
        List<SummaryRow> rows = summaryRows();
        if (level == SummaryRow.LEVEL) {
            return rows;
        }
        double[] tails = {SummaryRow.lowerProbability(level), SummaryRow.upperProbability(level)};
        List<double[]> ends = new ArrayList<>();
        Set<String> hidden =
                constrainedSummary == null ? Set.of() : Set.copyOf(constrainedSummary.unconstrainedNames());
        coefficients.summaryRows(coefficients.dimension(), level, seed).stream()
                .filter(row -> !hidden.contains(row.name()))
                .forEach(row -> ends.add(new double[] {row.lower(), row.upper()}));
        TransformedParameters by = transformedParameters;
        if (constrainedSummary != null && by == null) {
            throw new IllegalArgumentException("the intervals of " + Sentences.listed(constrainedSummary.names())
                    + " are known with probability 0.9 alone, but the level is " + level);
        }
        if (constrainedSummary != null && by != null) {
            int count = constrainedSummary.names().size();
            DrawnNumbers drawn = DrawnNumbers.of(coefficients, count, by::valuesAt, seed);
            IntStream.range(0, count).forEach(k -> ends.add(drawn.quantiles(k, tails)));
        }
        if (drawnDispersionName() != null) {
            ends.add(SummaryRow.dispersionQuantiles(dispersionPosterior, tails));
        }
        return IntStream.range(0, rows.size())
                .mapToObj(k -> rows.get(k).withInterval(ends.get(k)))
                .toList();
    }

    /**
     * Names of the numbers of a draw: coefficients, dispersion where it has a separate posterior factor, and
     * quantities.
     */
    public List<String> drawNames() {
        List<String> names = new ArrayList<>(coefficients.names());
        String beside = drawnDispersionName();
        if (beside != null) {
            names.add(beside);
        }
        if (modelQuantities != null) {
            names.addAll(modelQuantities.names());
        }
        return names;
    }

    /**
     * Independent draws of the numbers {@link #drawNames()}, one array per draw.
     *
     * @param count number of draws
     * @param seed the same seed gives the same draws
     * @throws IllegalArgumentException if the model cannot compute its quantities
     */
    public double[][] sampleDraws(int count, long seed) {
        double[][] draws = PosteriorDraws.sample(coefficients.posterior(), count, seed, ADDRESS);
        double[] dispersions = drawnDispersionName() == null ? null : dispersionDraws(count, seed);
        for (int s = 0; s < count; s++) {
            double[] own = coefficients.coefficientsAt(draws[s]);
            DoubleStream beside = dispersions == null ? DoubleStream.empty() : DoubleStream.of(dispersions[s]);
            DoubleStream derived =
                    modelQuantities == null ? DoubleStream.empty() : Arrays.stream(modelQuantities.valuesAt(own));
            draws[s] = DoubleStream.concat(Arrays.stream(own), DoubleStream.concat(beside, derived))
                    .toArray();
        }
        return draws;
    }

    @Nullable
    String drawnDispersionName() {
        return dispersionPosterior.isKnown() ? null : dispersionName;
    }

    private double[] dispersionDraws(int count, long seed) {
        double[] shares = new double[count];
        Arrays.setAll(shares, s -> AddressedRandom.uniform(seed, ADDRESS, s, NormalDraws.DISPERSION));
        return SummaryRow.dispersionQuantiles(dispersionPosterior, shares);
    }

    /**
     * Values of the numbers at draws, in the order of {@link #summaryRows()}: number k at draw s in {@code [k][s]}.
     *
     * @param theta draws of the posterior, with the logarithm of the dispersion at the end where that has a separate
     *     factor
     * @param own coefficients at these draws
     * @param count number of summaries
     */
    double[][] valuesAtDraws(double[][] theta, double[][] own, int count) {
        List<String> names = coefficients.names();
        Set<String> hidden = transformedParameters == null ? Set.of() : Set.copyOf(transformedParameters.of(names));
        int[] shown = IntStream.range(0, names.size())
                .filter(j -> !hidden.contains(names.get(j)))
                .toArray();
        double[][] numbers = new double[count][theta.length];
        for (int s = 0; s < theta.length; s++) {
            int k = 0;
            for (int j : shown) {
                numbers[k++][s] = own[s][j];
            }
            if (transformedParameters != null) {
                for (double number : transformedParameters.valuesAt(own[s])) {
                    numbers[k++][s] = number;
                }
            }
            if (k < count) {
                numbers[k][s] = Math.exp(theta[s][theta[s].length - 1]);
            }
        }
        return numbers;
    }
}
