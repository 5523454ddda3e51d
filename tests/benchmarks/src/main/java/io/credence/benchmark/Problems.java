package io.credence.benchmark;

import io.credence.Inference;
import io.credence.family.GaussianStructure;
import io.credence.random.AddressedRandom;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Logistic regressions under N(0, 5I), real and made. */
final class Problems {

    private static final double PRIOR_VARIANCE = 5;
    private static final long SEED = 20_260_101;

    private Problems() {}

    static Inference logistic() {
        return underThePrior(Inference.of("bernoulli"));
    }

    /** Under the prior of all of these. */
    static Inference underThePrior(Inference inference) {
        return inference.prior("normal", Map.of("sd", Math.sqrt(PRIOR_VARIANCE)));
    }

    static LogisticModel model(RegressionRows rows) {
        return new LogisticModel(rows, PRIOR_VARIANCE);
    }

    static Answer exact(RegressionRows rows, GaussianStructure family) {
        return ExactFit.of(rows, logistic(), family);
    }

    /** E∇log p(y|θ), without the prior. */
    static double[] likelihoodGradient(RegressionRows rows, Gaussian q) {
        double[] gradient = new double[rows.columns()];
        for (int i = 0; i < rows.count(); i++) {
            double sd = Math.sqrt(q.varianceAlong(rows.features()[i]));
            double residual = rows.labels()[i] - LogisticModel.expectedProbability(rows.predictor(i, q.mean()), sd);
            for (int j = 0; j < gradient.length; j++) {
                gradient[j] += residual * rows.features()[i][j];
            }
        }
        return gradient;
    }

    /** An intercept and correlated features of unit variance, coefficients of size 1/√d. */
    static RegressionRows correlated(int count, int columns, double correlation) {
        double[] theta = new double[columns];
        for (int j = 0; j < columns; j++) {
            theta[j] = 2 * AddressedRandom.normal(SEED, columns, j) / Math.sqrt(columns);
        }
        double rest = Math.sqrt(1 - correlation * correlation);
        double[][] features = new double[count][columns];
        for (int i = 0; i < count; i++) {
            features[i][0] = 1;
            for (int j = 1; j < columns; j++) {
                double fresh = AddressedRandom.normal(SEED, columns, i, j);
                features[i][j] = j == 1 ? fresh : correlation * features[i][j - 1] + rest * fresh;
            }
        }
        return labelled(features, theta);
    }

    /** An intercept and features uniform on [0, 1), with labels drawn at {@code theta}. */
    static RegressionRows uniform(int count, double... theta) {
        double[][] features = new double[count][theta.length];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < theta.length; j++) {
                features[i][j] = j == 0 ? 1 : AddressedRandom.uniform(SEED, -1, i, j);
            }
        }
        return labelled(features, theta);
    }

    private static RegressionRows labelled(double[][] features, double[] theta) {
        List<String> names =
                IntStream.range(0, theta.length).mapToObj(j -> "x" + j).toList();
        RegressionRows rows = new RegressionRows(names, features, new double[features.length]);
        double[] labels = new double[features.length];
        for (int i = 0; i < labels.length; i++) {
            double probability = 1 / (1 + Math.exp(-rows.predictor(i, theta)));
            labels[i] = AddressedRandom.uniform(SEED, -2, i, theta.length) < probability ? 1 : 0;
        }
        return new RegressionRows(names, features, labels);
    }

    /** A file of numbers whose last column is a 0/1 label; an intercept is put first and the features are standardised. */
    static RegressionRows standardized(Path file) {
        List<double[]> cells = new ArrayList<>();
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + file, unreadable);
        }
        for (String line : lines.subList(1, lines.size())) {
            cells.add(Arrays.stream(line.split(",", -1))
                    .mapToDouble(Double::parseDouble)
                    .toArray());
        }
        int columns = cells.get(0).length;
        double[][] features = new double[cells.size()][columns];
        for (int j = 0; j + 1 < columns; j++) {
            int column = j;
            double mean =
                    cells.stream().mapToDouble(row -> row[column]).average().orElse(0);
            double variance = cells.stream()
                    .mapToDouble(row -> (row[column] - mean) * (row[column] - mean))
                    .average()
                    .orElse(0);
            double scale = variance > 0 ? Math.sqrt(variance) : 1;
            for (int i = 0; i < features.length; i++) {
                features[i][j + 1] = (cells.get(i)[j] - mean) / scale;
            }
        }
        for (double[] row : features) {
            row[0] = 1;
        }
        List<String> names = new ArrayList<>(List.of("intercept"));
        names.addAll(List.of(lines.get(0).split(",", -1)).subList(0, columns - 1));
        double[] labels = cells.stream().mapToDouble(row -> row[columns - 1]).toArray();
        return new RegressionRows(names, features, labels);
    }
}
