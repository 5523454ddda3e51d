package io.credence.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Rows of the regressions of 003, section 5.1 and appendix N.1. */
final class PredictiveData {

    /** Highest frequency of the toy's basis. */
    static final int TOY_FREQUENCY = 40;

    private static final int STAR_FREQUENCY = 50;
    private static final int STAR_TRAINING = 500;

    private PredictiveData() {}

    /**
     * Rows to learn from and rows to be predicted, labels centred and scaled by the former.
     *
     * @param labelSd what labels were divided by
     */
    record Split(RegressionRows train, RegressionRows test, double labelSd) {}

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

    /** Half of the rows lie at (0, 0), half have x uniform on [−1, 1] and y standard normal: E[y | x] = 0 (section 5.1). */
    static RegressionRows toy(int count, long seed) {
        Random random = new Random(seed);
        double[][] features = new double[count][];
        double[] labels = new double[count];
        for (int i = 0; i < count; i++) {
            boolean easy = random.nextBoolean();
            features[i] = fourier(easy ? 0 : 2 * random.nextDouble() - 1, TOY_FREQUENCY);
            labels[i] = easy ? 0 : random.nextGaussian();
        }
        return rows(features, labels);
    }

    /** y = 1 − x + ε + 2ζε′, x uniform on [−2, 2], ζ a fair coin: the noise has the variance 3 (appendix N.1.2). */
    static RegressionRows line(int count, long seed) {
        Random random = new Random(seed);
        double[][] features = new double[count][];
        double[] labels = new double[count];
        for (int i = 0; i < count; i++) {
            double x = 4 * random.nextDouble() - 2;
            features[i] = new double[] {1, x};
            double more = random.nextBoolean() ? 2 * random.nextGaussian() : 0;
            labels[i] = 1 - x + random.nextGaussian() + more;
        }
        return rows(features, labels);
    }

    /** The variable star's magnitudes over 600 days on a basis whose period is those days, split at random. */
    static Split star(Path data, long seed) {
        double[] magnitudes = magnitudes(data.resolve("timeseries").resolve("variable_star.csv"));
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, magnitudes.length).boxed().toList());
        Collections.shuffle(order, new Random(seed));
        double[] known = order.stream()
                .limit(STAR_TRAINING)
                .mapToDouble(day -> magnitudes[day])
                .toArray();
        double mean = Arrays.stream(known).average().orElseThrow();
        double sd = Math.sqrt(
                Arrays.stream(known).map(y -> (y - mean) * (y - mean)).average().orElseThrow());
        IntPredicate training = place -> place < STAR_TRAINING;
        return new Split(
                star(magnitudes, order, training, mean, sd), star(magnitudes, order, training.negate(), mean, sd), sd);
    }

    private static RegressionRows star(
            double[] magnitudes, List<Integer> order, IntPredicate wanted, double mean, double sd) {
        int[] days =
                IntStream.range(0, order.size()).filter(wanted).map(order::get).toArray();
        return rows(
                Arrays.stream(days)
                        .mapToObj(day -> fourier(2 * Math.PI * day / magnitudes.length, STAR_FREQUENCY))
                        .toArray(double[][]::new),
                Arrays.stream(days)
                        .mapToDouble(day -> (magnitudes[day] - mean) / sd)
                        .toArray());
    }

    private static double[] magnitudes(Path file) {
        try {
            return Files.readAllLines(file).stream()
                    .skip(1)
                    .mapToDouble(line -> Double.parseDouble(line.split(",", -1)[1]))
                    .toArray();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + file, unreadable);
        }
    }
}
