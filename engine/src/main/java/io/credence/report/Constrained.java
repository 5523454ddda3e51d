package io.credence.report;

import io.credence.model.Parameter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the posterior says of the parameters that are not their unconstrained numbers, such as a scale whose logarithm is
 * Gaussian: moments and quantiles over 10,000 draws of the posterior itself, the same for the same seed.
 *
 * @param of names of the unconstrained numbers behind them
 * @param names names of the constrained numbers
 * @param mean their means
 * @param sd their standard deviations
 * @param q05 their 5 % quantiles
 * @param q50 their medians
 * @param q95 their 95 % quantiles
 */
public record Constrained(
        List<String> of, List<String> names, double[] mean, double[] sd, double[] q05, double[] q50, double[] q95) {

    /**
     * The summary of the transformed ones among the parameters.
     *
     * @param parameters parameters in the order of the coefficients
     * @param first number of coefficients before the first of them
     * @return null where none is transformed, or the posterior is not proper
     */
    public static @Nullable Constrained of(
            Coefficients coefficients, List<Parameter> parameters, int first, long seed) {
        List<Parameter> transformed = new ArrayList<>();
        List<Integer> entries = new ArrayList<>();
        int at = first;
        for (Parameter parameter : parameters) {
            int size = parameter.transform().unconstrained();
            if (isTransformed(parameter)) {
                transformed.add(parameter);
                for (int k = 0; k < size; k++) {
                    entries.add(at + k);
                }
            }
            at += size;
        }
        if (transformed.isEmpty() || !coefficients.isProper()) {
            return null;
        }
        return summary(coefficients, transformed, entries, seed);
    }

    private static boolean isTransformed(Parameter parameter) {
        return !parameter
                .transform()
                .names(parameter.name())
                .equals(parameter.transform().unconstrainedNames(parameter.name()));
    }

    private static void constrain(List<Parameter> transformed, double[] theta, double[] into) {
        int from = 0;
        int to = 0;
        for (Parameter parameter : transformed) {
            parameter.transform().constrain(theta, from, into, to);
            from += parameter.transform().unconstrained();
            to += parameter.transform().constrained();
        }
    }

    private static Constrained summary(
            Coefficients coefficients, List<Parameter> transformed, List<Integer> entries, long seed) {
        List<String> names = transformed.stream()
                .flatMap(parameter -> parameter.transform().names(parameter.name()).stream())
                .toList();
        DrawnNumbers drawn = DrawnNumbers.of(
                coefficients,
                names.size(),
                all -> {
                    double[] row = new double[names.size()];
                    constrain(
                            transformed,
                            entries.stream().mapToDouble(at -> all[at]).toArray(),
                            row);
                    return row;
                },
                seed);
        double[][] columns = new double[5][names.size()];
        for (int k = 0; k < names.size(); k++) {
            columns[0][k] = drawn.mean(k);
            columns[1][k] = drawn.sd(k);
            double[] quantiles = drawn.quantiles(k, 0.05, 0.5, 0.95);
            for (int q = 0; q < quantiles.length; q++) {
                columns[2 + q][k] = quantiles[q];
            }
        }
        List<String> of = entries.stream().map(coefficients.names()::get).toList();
        return new Constrained(of, names, columns[0], columns[1], columns[2], columns[3], columns[4]);
    }
}
