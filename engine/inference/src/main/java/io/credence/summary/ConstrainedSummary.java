package io.credence.summary;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Summaries of transformed parameters on their constrained scale, such as a scale whose logarithm is Gaussian. Moments
 * and quantiles are estimated from 10,000 draws of the posterior. The same seed gives the same draws.
 *
 * @param unconstrainedNames names of the unconstrained numbers that the parameters are functions of
 * @param names names of the constrained numbers
 * @param mean means of the constrained numbers
 * @param sd standard deviations
 * @param q05 5 % quantiles
 * @param q50 medians
 * @param q95 95 % quantiles
 */
public record ConstrainedSummary(
        @JsonProperty("of") List<String> unconstrainedNames,
        List<String> names,
        double[] mean,
        double[] sd,
        double[] q05,
        double[] q50,
        double[] q95) {

    public ConstrainedSummary {
        requireLengths(names.size(), List.of("mean", "sd", "q05", "q50", "q95"), mean, sd, q05, q50, q95);
    }

    private static void requireLengths(int count, List<String> columns, double[]... numbers) {
        for (int k = 0; k < numbers.length; k++) {
            if (numbers[k].length != count) {
                throw new IllegalArgumentException(columns.get(k) + " has the wrong length: required " + count
                        + " entries, found " + numbers[k].length);
            }
        }
    }

    /**
     * Summaries of the transformed parameters.
     *
     * @return null where none is transformed, or the posterior is not proper
     */
    public static @Nullable ConstrainedSummary of(
            Coefficients coefficients, @Nullable TransformedParameters transformed, long seed) {
        if (transformed == null || !coefficients.isProper()) {
            return null;
        }
        List<String> names = transformed.names();
        DrawnNumbers drawn = DrawnNumbers.of(coefficients, names.size(), transformed::valuesAt, seed);
        double[][] columns = new double[5][names.size()];
        for (int k = 0; k < names.size(); k++) {
            columns[0][k] = drawn.mean(k);
            columns[1][k] = drawn.sd(k);
            double[] quantiles = drawn.quantiles(k, 0.05, 0.5, 0.95);
            for (int q = 0; q < quantiles.length; q++) {
                columns[2 + q][k] = quantiles[q];
            }
        }
        return new ConstrainedSummary(
                transformed.of(coefficients.names()),
                names,
                columns[0],
                columns[1],
                columns[2],
                columns[3],
                columns[4]);
    }
}
