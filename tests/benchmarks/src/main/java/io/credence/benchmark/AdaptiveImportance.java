package io.credence.benchmark;

import io.credence.linalg.LogSums;
import io.credence.statistics.WeightedSample;
import io.credence.summary.SummaryRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Draws of a density from Student densities with four degrees of freedom that are fitted to it round by round, weighed by the last.
 *
 * @param theta draws
 * @param shares their weights, which sum to 1
 */
record AdaptiveImportance(double[][] theta, double[] shares) {

    private static final double FREEDOM = 4;
    private static final int ROUNDS = 6;
    private static final int EACH = 4000;
    private static final int LAST = 60_000;

    static AdaptiveImportance of(ToDoubleFunction<double[]> logDensity, double[] mean, double[] sd, long seed) {
        int d = mean.length;
        double[] centre = mean.clone();
        double[][] root = new double[d][d];
        for (int j = 0; j < d; j++) {
            root[j][j] = 1.5 * sd[j];
        }
        AdaptiveImportance found = drawn(logDensity, centre, root, EACH, seed);
        for (int round = 1; round <= ROUNDS; round++) {
            double[] shares = found.shares();
            double[] tempered = round < 3 ? tempered(shares) : shares;
            double[][] covariance = new double[d][d];
            double[] next = new double[d];
            for (int s = 0; s < shares.length; s++) {
                for (int i = 0; i < d; i++) {
                    next[i] += tempered[s] * found.theta[s][i];
                }
            }
            for (int s = 0; s < shares.length; s++) {
                for (int i = 0; i < d; i++) {
                    for (int j = 0; j <= i; j++) {
                        covariance[i][j] += tempered[s] * (found.theta[s][i] - next[i]) * (found.theta[s][j] - next[j]);
                    }
                }
            }
            found = drawn(logDensity, next, root(covariance), round == ROUNDS ? LAST : EACH, seed + 31 * round);
        }
        return found;
    }

    /** Roots of weights: few of the first rounds have any. */
    private static double[] tempered(double[] shares) {
        double[] logs = new double[shares.length];
        for (int s = 0; s < logs.length; s++) {
            logs[s] = 0.5 * Math.log(shares[s]);
        }
        return LogSums.softmax(logs);
    }

    private static double[][] root(double[][] covariance) {
        int d = covariance.length;
        double[][] root = new double[d][d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = covariance[i][j];
                for (int k = 0; k < j; k++) {
                    sum -= root[i][k] * root[j][k];
                }
                root[i][j] = i == j ? Math.sqrt(Math.max(1e-12, sum)) : sum / root[j][j];
            }
        }
        return root;
    }

    private static AdaptiveImportance drawn(
            ToDoubleFunction<double[]> logDensity, double[] centre, double[][] root, int count, long seed) {
        int d = centre.length;
        double[][] theta = new double[count][d];
        double[] logs = new double[count];
        IntStream.range(0, count).forEach(s -> {
            Random random = new Random(seed * 1_000_003L + s);
            double[] z = new double[d];
            double squares = 0;
            double stretch = 0;
            for (int k = 0; k < FREEDOM; k++) {
                double normal = random.nextGaussian();
                stretch += normal * normal;
            }
            for (int i = 0; i < d; i++) {
                z[i] = random.nextGaussian() / Math.sqrt(stretch / FREEDOM);
                squares += z[i] * z[i];
            }
            for (int i = 0; i < d; i++) {
                theta[s][i] = centre[i];
                for (int j = 0; j <= i; j++) {
                    theta[s][i] += root[i][j] * z[j];
                }
            }
            logs[s] = logDensity.applyAsDouble(theta[s]) + 0.5 * (FREEDOM + d) * Math.log1p(squares / FREEDOM);
        });
        return new AdaptiveImportance(theta, LogSums.softmax(logs));
    }

    private double worth() {
        double squares = 0;
        for (double share : shares) {
            squares += share * share;
        }
        return 1 / squares;
    }

    /**
     * Means, sds and 90 % intervals; none where the draws are worth fewer than that.
     *
     * @param logarithm number that is reported as its exponential
     */
    List<SummaryRow> rows(double least, int logarithm) {
        List<SummaryRow> rows = new ArrayList<>();
        if (worth() < least) {
            return rows;
        }
        for (int j = 0; j < theta[0].length; j++) {
            int number = j;
            double[] values = IntStream.range(0, theta.length)
                    .mapToDouble(s -> number == logarithm ? Math.exp(theta[s][number]) : theta[s][number])
                    .toArray();
            double mean = 0;
            double square = 0;
            for (int s = 0; s < values.length; s++) {
                mean += shares[s] * values[s];
            }
            for (int s = 0; s < values.length; s++) {
                square += shares[s] * (values[s] - mean) * (values[s] - mean);
            }
            WeightedSample sample = WeightedSample.of(values, shares);
            rows.add(new SummaryRow("" + j, mean, Math.sqrt(square), sample.quantile(0.05), sample.quantile(0.95)));
        }
        return rows;
    }
}
