package io.credence.report;

import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.model.Parameter;
import io.credence.random.NormalDraws;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.stat.StatUtils;
import org.jspecify.annotations.Nullable;

/**
 * What the posterior says of the parameters that are not their unconstrained numbers, such as a scale whose logarithm is
 * Gaussian: moments and quantiles over 10,000 draws, the same for the same seed.
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

    private static final int DRAWS = 10_000;
    /** No step has this number, so that these draws are none of the fit's. */
    private static final long ITERATION = Long.MIN_VALUE;

    /**
     * The summary of the transformed ones among the parameters.
     *
     * @param parameters parameters in the order of the coefficients
     * @param first number of coefficients before the first of them
     * @return null where none is transformed, or the posterior is not proper
     */
    public static @Nullable Constrained of(
            Coefficients coefficients, List<Parameter> parameters, int first, DenseKernel kernel, long seed) {
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
        double[][] values = values(coefficients, transformed, entries, kernel, seed);
        return values == null ? null : summary(coefficients, transformed, entries, values);
    }

    private static boolean isTransformed(Parameter parameter) {
        return !parameter
                .transform()
                .names(parameter.name())
                .equals(parameter.transform().unconstrainedNames(parameter.name()));
    }

    /** Values of each constrained number at the draws; their marginal posterior is all that is drawn from. */
    private static double @Nullable [][] values(
            Coefficients coefficients,
            List<Parameter> transformed,
            List<Integer> entries,
            DenseKernel kernel,
            long seed) {
        int m = entries.size();
        double[] covariance = new double[m * m];
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < m; j++) {
                covariance[i * m + j] = coefficients.covariance(entries.get(i), entries.get(j));
            }
        }
        Cholesky root = Cholesky.of(kernel, covariance, m);
        if (root == null) {
            return null;
        }
        int numbers = transformed.stream()
                .mapToInt(parameter -> parameter.transform().constrained())
                .sum();
        double[][] values = new double[numbers][DRAWS];
        double[] drawn = new double[m];
        double[] row = new double[numbers];
        NormalDraws standard = new NormalDraws(seed, ITERATION, DRAWS, m, NormalDraws.Kind.ANTITHETIC);
        for (int s = 0; s < DRAWS; s++) {
            standard.fill(s, drawn);
            double[] theta = root.times(drawn);
            for (int i = 0; i < m; i++) {
                theta[i] += coefficients.mean()[entries.get(i)];
            }
            constrain(transformed, theta, row);
            for (int k = 0; k < numbers; k++) {
                values[k][s] = row[k];
            }
        }
        return values;
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
            Coefficients coefficients, List<Parameter> transformed, List<Integer> entries, double[][] values) {
        int count = values.length;
        double[][] columns = new double[5][count];
        for (int k = 0; k < count; k++) {
            columns[0][k] = StatUtils.mean(values[k]);
            columns[1][k] = Math.sqrt(StatUtils.variance(values[k], columns[0][k]));
            columns[2][k] = StatUtils.percentile(values[k], 5);
            columns[3][k] = StatUtils.percentile(values[k], 50);
            columns[4][k] = StatUtils.percentile(values[k], 95);
        }
        return new Constrained(
                entries.stream().map(coefficients.names()::get).toList(),
                transformed.stream()
                        .flatMap(parameter -> parameter.transform().names(parameter.name()).stream())
                        .toList(),
                columns[0],
                columns[1],
                columns[2],
                columns[3],
                columns[4]);
    }
}
