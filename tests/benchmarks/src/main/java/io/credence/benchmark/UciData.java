package io.credence.benchmark;

import io.credence.linalg.Vectors;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/**
 * A regression data set of the UCI repository with the splits into training and test rows that were published with Hernández-Lobato and
 * Adams (2015).
 *
 * @param features one array per row
 * @param labels one per row
 * @param tests numbers of the test rows of each split
 */
record UciData(double[][] features, double[] labels, List<int[]> tests) {

    /** The folder of the data: {@code uci} in CREDENCE_DATA, or in {@code shared/data} beside the repository. */
    static Path folder() {
        String configured = System.getenv("CREDENCE_DATA");
        Path repository = Path.of("").toAbsolutePath();
        while (repository.getParent() != null && !Files.exists(repository.resolve("spark-jobs"))) {
            repository = repository.getParent();
        }
        Path root = configured == null ? repository.resolveSibling("shared").resolve("data") : Path.of(configured);
        return root.resolve("uci");
    }

    static UciData read(String name) {
        List<double[]> rows = lines(name + ".csv.gz").stream()
                .skip(1)
                .map(line -> numbers(line, ","))
                .toList();
        int columns = rows.get(0).length - 1;
        return new UciData(
                rows.stream().map(row -> Arrays.copyOf(row, columns)).toArray(double[][]::new),
                rows.stream().mapToDouble(row -> row[columns]).toArray(),
                lines(name + ".test_rows.txt.gz").stream()
                        .map(line -> Arrays.stream(numbers(line, "\\s+"))
                                .mapToInt(x -> (int) x)
                                .toArray())
                        .toList());
    }

    /** The same rows with random splits in place of the published ones: split s tests a tenth of the rows, drawn by seed s. */
    UciData withRandomSplits(int count) {
        List<int[]> drawn = new ArrayList<>();
        for (int split = 0; split < count; split++) {
            List<Integer> rows =
                    new ArrayList<>(IntStream.range(0, labels.length).boxed().toList());
            Collections.shuffle(rows, new Random(split));
            drawn.add(rows.stream()
                    .limit(Math.round(labels.length / 10.0))
                    .mapToInt(row -> row)
                    .toArray());
        }
        return new UciData(features, labels, drawn);
    }

    static double[] numbers(String line, String separator) {
        return Arrays.stream(line.strip().split(separator))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    private static List<String> lines(String file) {
        return lines(folder().resolve(file));
    }

    /** Lines of a text that is compressed by gzip. */
    static List<String> lines(Path file) {
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Numbers of the rows that are learned from in a split. */
    int[] training(int split) {
        boolean[] held = new boolean[labels.length];
        Arrays.stream(tests.get(split)).forEach(row -> held[row] = true);
        return IntStream.range(0, labels.length).filter(row -> !held[row]).toArray();
    }

    double[][] features(int[] rows) {
        return Arrays.stream(rows).mapToObj(row -> features[row]).toArray(double[][]::new);
    }

    double[] labels(int[] rows) {
        return Arrays.stream(rows).mapToDouble(row -> labels[row]).toArray();
    }

    /** Mean log density of the responses of test rows, and the root of the mean squared error of their predictions. */
    record TestScores(double logDensity, double error) {}

    /** Scores of a split's test rows, from the log density of a response and the prediction of a row that begins with 1. */
    TestScores scores(
            int split, ToDoubleBiFunction<double[], Double> logDensity, ToDoubleFunction<double[]> prediction) {
        double density = 0;
        double square = 0;
        int[] rows = tests.get(split);
        for (int row : rows) {
            double[] values = Vectors.withIntercept(features[row]);
            density += logDensity.applyAsDouble(values, labels[row]);
            double apart = prediction.applyAsDouble(values) - labels[row];
            square += apart * apart;
        }
        return new TestScores(density / rows.length, Math.sqrt(square / rows.length));
    }
}
