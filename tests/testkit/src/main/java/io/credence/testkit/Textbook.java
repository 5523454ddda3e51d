package io.credence.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * Data set from textbooks, with difficulties such as separable classes, collinear columns and unlike scales. The files
 * and their origin lie beside this class in {@code textbook/ORIGIN.md}, those of the examples in {@code conf/data}.
 *
 * @param name name of the file
 * @param features one array per row
 * @param labels classes 0, 1, …, or numbers
 * @param classes number of classes; 0 for numbers
 */
public record Textbook(String name, double[][] features, double[] labels, int classes) {

    /** Iris: 150 × 4, three classes. */
    public static Textbook iris() {
        return read("iris");
    }

    /** Wine: 178 × 13, three classes. */
    public static Textbook wine() {
        return read("wine");
    }

    /** Wisconsin breast cancer: 569 × 30, two classes. */
    public static Textbook breastCancer() {
        return read("breast-cancer");
    }

    /**
     * Reads a file with a header and numbers.
     *
     * @param label name of the column of labels; all others are features
     */
    public static Textbook of(Path file, String label) {
        try (Stream<String> lines = Files.lines(file)) {
            List<String[]> cells = lines.map(line -> line.split(",")).toList();
            int at = Arrays.asList(cells.get(0)).indexOf(label);
            List<double[]> rows = cells.stream()
                    .skip(1)
                    .map(row ->
                            Arrays.stream(row).mapToDouble(Double::parseDouble).toArray())
                    .toList();
            String name = file.getFileName().toString().replaceFirst("\\..*", "");
            return new Textbook(
                    name + ", " + label,
                    rows.stream().map(row -> without(row, at)).toArray(double[][]::new),
                    rows.stream().mapToDouble(row -> row[at]).toArray(),
                    0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double[] without(double[] row, int at) {
        double[] others = Arrays.copyOf(row, row.length - 1);
        System.arraycopy(row, at + 1, others, at, others.length - at);
        return others;
    }

    private static Textbook read(String name) {
        String path = "textbook/" + name + ".csv";
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(Textbook.class.getResourceAsStream(path), path), StandardCharsets.UTF_8))) {
            int classes = lines.readLine().split(",").length - 2;
            List<double[]> rows = lines.lines()
                    .map(line -> Arrays.stream(line.split(","))
                            .mapToDouble(Double::parseDouble)
                            .toArray())
                    .toList();
            return new Textbook(
                    name,
                    rows.stream().map(row -> Arrays.copyOf(row, row.length - 1)).toArray(double[][]::new),
                    rows.stream().mapToDouble(row -> row[row.length - 1]).toArray(),
                    classes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Draws a random part of the rows without replacement, in the order of the file. */
    public Textbook part(double share, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int left = labels.length;
        int wanted = (int) Math.round(share * left);
        int[] chosen = new int[wanted];
        for (int i = 0, k = 0; k < wanted; i++, left--) {
            if (random.nextInt(left) < wanted - k) {
                chosen[k++] = i;
            }
        }
        return chosen(chosen);
    }

    /** Draws as many rows with replacement. */
    public Textbook bootstrap(long seed) {
        return chosen(
                new SplittableRandom(seed).ints(labels.length, 0, labels.length).toArray());
    }

    private Textbook chosen(int[] rows) {
        return new Textbook(
                name,
                Arrays.stream(rows).mapToObj(i -> features[i]).toArray(double[][]::new),
                Arrays.stream(rows).mapToDouble(i -> labels[i]).toArray(),
                classes);
    }

    /** Copy with columns of mean 0 and standard deviation 1. */
    public Textbook standardized() {
        double[][] scaled = Arrays.stream(features).map(double[]::clone).toArray(double[][]::new);
        for (int j = 0; j < features[0].length; j++) {
            int column = j;
            double mean = Arrays.stream(features)
                    .mapToDouble(x -> x[column])
                    .average()
                    .orElseThrow();
            double variance = Arrays.stream(features)
                    .mapToDouble(x -> (x[column] - mean) * (x[column] - mean))
                    .average()
                    .orElseThrow();
            for (double[] row : scaled) {
                row[j] = (row[j] - mean) / Math.sqrt(variance);
            }
        }
        return new Textbook(name, scaled, labels, classes);
    }
}
