package io.credence.benchmark;

import io.credence.random.AddressedRandom;
import io.credence.testkit.MonteCarlo;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Rows of the regressions of Futami et al. 2022, section 5.1 and appendix N.1. */
final class PredictiveData {

    /** Highest frequency of the toy's basis. */
    static final int TOY_FREQUENCY = 40;

    private static final int STAR_FREQUENCY = 50;
    private static final int STAR_TRAINING = 500;
    private static final int AIR_FREQUENCY = 100;
    private static final int AIR_HOURS = 31 * 24;
    private static final int AIR_TRAINING = 600;
    private static final int GRID = 200;
    private static final int FURTHER = 2000;
    private static final long TEST_SEED = 1_000_003;

    private PredictiveData() {}

    /**
     * Rows to learn from and rows to be predicted.
     *
     * @param train rows to learn from
     * @param test further rows
     * @param expected rows whose labels are those of a perfect prediction: E[y | x] where known, else {@code test}
     * @param labelSd what labels were divided by
     */
    record Split(RegressionRows train, RegressionRows test, RegressionRows expected, double labelSd) {}

    /** (1/π) cos(kx), k = 0 … frequency, and (1/π) sin(kx), k = 1 … frequency. */
    static double[] fourier(double x, int frequency) {
        double[] basis = new double[2 * frequency + 1];
        basis[0] = 1 / Math.PI;
        for (int k = 1; k <= frequency; k++) {
            basis[2 * k - 1] = Math.cos(k * x) / Math.PI;
            basis[2 * k] = Math.sin(k * x) / Math.PI;
        }
        return basis;
    }

    private static RegressionRows rows(double[][] features, double[] labels) {
        List<String> names =
                IntStream.range(0, features[0].length).mapToObj(j -> "x" + j).toList();
        return new RegressionRows(names, features, labels);
    }

    /** Half of the rows lie at (0, 0), half have x uniform on [−1, 1] and y standard normal: E[y | x] = 0 (5.1). */
    static Split toy(int count, long seed) {
        Random random = new Random(seed);
        double[][] features = new double[count][];
        double[] labels = new double[count];
        for (int i = 0; i < count; i++) {
            boolean easy = random.nextBoolean();
            features[i] = fourier(easy ? 0 : 2 * random.nextDouble() - 1, TOY_FREQUENCY);
            labels[i] = easy ? 0 : random.nextGaussian();
        }
        double[][] grid = new double[2 * GRID][];
        for (int g = 0; g < GRID; g++) {
            grid[g] = fourier((2 * g + 1.0) / GRID - 1, TOY_FREQUENCY);
            grid[GRID + g] = fourier(0, TOY_FREQUENCY);
        }
        RegressionRows expected = rows(grid, new double[2 * GRID]);
        return new Split(rows(features, labels), expected, expected, 1);
    }

    /** Rows like the noisy half of the toy's, over a grid of x. */
    static RegressionRows noisy(Split toy) {
        double[][] features = Arrays.copyOf(toy.expected().features(), GRID);
        return rows(
                features,
                IntStream.range(0, GRID)
                        .mapToDouble(g -> AddressedRandom.normal(TEST_SEED, 0, g))
                        .toArray());
    }

    /** y = 1 − x + ε + 2ζε′, x uniform on [−2, 2], ζ a fair coin: the noise has the variance 3 (appendix N.1.2). */
    static Split line(int count, long seed) {
        RegressionRows expected = line(
                IntStream.range(0, GRID)
                        .mapToDouble(g -> 2 * ((2 * g + 1.0) / GRID - 1))
                        .toArray(),
                null);
        return new Split(line(count, new Random(seed)), line(FURTHER, new Random(TEST_SEED)), expected, 1);
    }

    private static RegressionRows line(int count, Random random) {
        return line(random.doubles(count, -2, 2).toArray(), random);
    }

    private static RegressionRows line(double[] x, @Nullable Random random) {
        double[] labels = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            double more = random != null && random.nextBoolean() ? 2 * random.nextGaussian() : 0;
            labels[i] = 1 - x[i] + more + (random == null ? 0 : random.nextGaussian());
        }
        return rows(Arrays.stream(x).mapToObj(at -> new double[] {1, at}).toArray(double[][]::new), labels);
    }

    /** The variable star's magnitudes over 600 days on a basis whose period is those days, split at random. */
    static Split star(Path data, long seed) {
        double[] magnitudes = column(data.resolve("timeseries").resolve("variable_star.csv"), 1);
        return series(magnitudes, STAR_FREQUENCY, STAR_TRAINING, seed);
    }

    /** NO2 at London N. Kensington in January 2009, by the hour, on a basis whose period is that month. */
    static Split london(Path data, long seed) {
        double[] hours = column(data.resolve("timeseries").resolve("london_kc1_2009.csv.gz"), 2);
        return series(Arrays.copyOf(hours, AIR_HOURS), AIR_FREQUENCY, AIR_TRAINING, seed);
    }

    private static Split series(double[] values, int frequency, int training, long seed) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, values.length)
                .filter(i -> !Double.isNaN(values[i]))
                .boxed()
                .toList());
        Collections.shuffle(order, new Random(seed));
        double[] known =
                order.stream().limit(training).mapToDouble(i -> values[i]).toArray();
        double mean = MonteCarlo.mean(known);
        double sd = MonteCarlo.standardError(known) * Math.sqrt(known.length - 1);
        double[][] features = new double[order.size()][];
        double[] labels = new double[order.size()];
        for (int position = 0; position < labels.length; position++) {
            int time = order.get(position);
            features[position] = fourier(2 * Math.PI * time / values.length, frequency);
            labels[position] = (values[time] - mean) / sd;
        }
        RegressionRows all = rows(features, labels);
        RegressionRows test =
                all.only(IntStream.range(training, labels.length).boxed().toList());
        return new Split(all.only(IntStream.range(0, training).boxed().toList()), test, test, sd);
    }

    /** A column of a file, compressed or not; NaN where it is empty. */
    private static double[] column(Path file, int column) {
        try (InputStream bytes = Files.newInputStream(file);
                InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
                BufferedReader reader = new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
            return reader.lines()
                    .skip(1)
                    .map(line -> line.split(",", -1)[column])
                    .mapToDouble(cell -> cell.isEmpty() ? Double.NaN : Double.parseDouble(cell))
                    .toArray();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + file, unreadable);
        }
    }
}
