package io.credence.benchmark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How a gradient responds to Pearson's residual δ = ν(x)/p(x|θ) − 1 of one of m draws: δ + 1 with VI, with the entropic risk m times
 * its weight among the draws as much, R = m w^(γ − 1)/Σ w^γ with w = p/ν. (Futami et al. 2022, equation 134, which leaves m out)
 */
final class ResidualAdjustment {

    private static final int GROUP = 10;
    private static final double[] EDGES = {0.5, 1, 2, 5, 10, 100, 1000};

    private ResidualAdjustment() {}

    /** Prints means over rows whose labels are standard normal, which is ν, by ranges of δ + 1. */
    static void print(PredictiveFit fit, RegressionRows rows, double[] gammas) {
        double[][] sums = new double[EDGES.length + 1][gammas.length + 1];
        double[][] logs = fit.logDensities(rows);
        for (int i = 0; i < logs.length; i++) {
            double label = rows.labels()[i];
            double logTruth = -0.5 * (Math.log(2 * Math.PI) + label * label);
            for (int first = 0; first < logs[i].length; first += GROUP) {
                double[] logRatios = Arrays.stream(logs[i], first, first + GROUP)
                        .map(log -> log - logTruth)
                        .toArray();
                add(logRatios, gammas, sums);
            }
        }
        List<String> header = new ArrayList<>(List.of("δ + 1", "share of rows and draws"));
        Arrays.stream(gammas).forEach(gamma -> header.add(PredictiveTable.method(gamma)));
        MarkdownTable.open(
                "Residual adjustment (figure 1, appendix J)",
                "Mean response of one of " + GROUP
                        + " draws of the posterior of VI at 40 rows of the toy, by its δ + 1.",
                header);
        double all = Arrays.stream(sums).mapToDouble(sum -> sum[gammas.length]).sum();
        for (int range = 0; range < sums.length; range++) {
            double count = sums[range][gammas.length];
            double[] of = sums[range];
            List<String> cells = new ArrayList<>(List.of(name(range), MarkdownTable.number(count / all, 4)));
            IntStream.range(0, gammas.length).forEach(k -> cells.add(MarkdownTable.number(of[k] / count, 2)));
            MarkdownTable.line(cells);
        }
    }

    private static String name(int range) {
        return range < EDGES.length ? "below " + EDGES[range] : "others";
    }

    private static void add(double[] logRatios, double[] gammas, double[][] sums) {
        for (double logRatio : logRatios) {
            int range = 0;
            while (range < EDGES.length && -logRatio >= Math.log(EDGES[range])) {
                range++;
            }
            for (int k = 0; k < gammas.length; k++) {
                double gamma = gammas[k];
                double share = 1
                        / Arrays.stream(logRatios)
                                .map(other -> Math.exp(gamma * (other - logRatio)))
                                .sum();
                sums[range][k] += logRatios.length * share * Math.exp(-logRatio);
            }
            sums[range][gammas.length]++;
        }
    }
}
