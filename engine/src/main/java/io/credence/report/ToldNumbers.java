package io.credence.report;

import io.credence.family.ScaleFactor;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that are told of a posterior: coefficients, transformed parameters in place of the numbers behind them, and the
 * dispersion beside them.
 *
 * @param coefficients the posterior's own numbers
 * @param transformed those told by others; null where there are none
 * @param constrained what is told of these; null where there are none, or the posterior is not proper
 * @param dispersion name of the dispersion; null where there is none
 * @param scale what is believed of it
 * @param seed of the draws, where moments and intervals are those of draws
 */
public record ToldNumbers(
        Coefficients coefficients,
        @Nullable TransformedParameters transformed,
        @Nullable Constrained constrained,
        @Nullable String dispersion,
        ScaleFactor scale,
        long seed) {

    /** What is told of them all. */
    public List<SummaryRow> rows() {
        return SummaryRow.of(coefficients, constrained, dispersion, scale, Integer.MAX_VALUE, seed);
    }

    /**
     * Their values at draws, in the order of {@link #rows()}: number k at draw s in {@code [k][s]}.
     *
     * @param theta draws of the posterior, the logarithm of the dispersion behind them where that has a factor of its own
     * @param own the coefficients at those draws
     * @param count number of rows
     */
    double[][] at(double[][] theta, double[][] own, int count) {
        List<String> names = coefficients.names();
        Set<String> hidden = transformed == null ? Set.of() : Set.copyOf(transformed.of(names));
        int[] shown = IntStream.range(0, names.size())
                .filter(j -> !hidden.contains(names.get(j)))
                .toArray();
        double[][] numbers = new double[count][theta.length];
        for (int s = 0; s < theta.length; s++) {
            int k = 0;
            for (int j : shown) {
                numbers[k++][s] = own[s][j];
            }
            if (transformed != null) {
                for (double number : transformed.at(own[s])) {
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
