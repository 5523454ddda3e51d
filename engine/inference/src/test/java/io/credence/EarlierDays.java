package io.credence;

import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** Rows of several days, and fits of them that go on from one another. */
final class EarlierDays {

    static final List<String> NAMES = List.of("a", "b", "c");
    private static final double[] THETA = {0.3, -0.8, 0.5, 1.2};
    static final double VARIANCE = 0.25;

    private EarlierDays() {}

    /** Correlated columns in different units, with labels of linear predictors. */
    record Days(double[][] features, double[] numbers, double[] classes) {

        static Days of(int rows) {
            Random random = new Random(TestSeed.of("days"));
            double[][] features = new double[rows][];
            double[] numbers = new double[rows];
            double[] classes = new double[rows];
            for (int i = 0; i < rows; i++) {
                double common = random.nextGaussian();
                features[i] = new double[] {
                    common + 0.5 * random.nextGaussian(),
                    3 + common + random.nextGaussian(),
                    0.2 * random.nextGaussian()
                };
                double eta = THETA[0];
                for (int j = 0; j < 3; j++) {
                    eta += THETA[j + 1] * features[i][j];
                }
                numbers[i] = eta + Math.sqrt(VARIANCE) * random.nextGaussian();
                classes[i] = random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
            }
            return new Days(features, numbers, classes);
        }

        Rows rows(double[] labels, int from, int to, int... columns) {
            int[] kept = columns.length == 0 ? new int[] {0, 1, 2} : columns;
            double[][] part = new double[to - from][];
            for (int i = from; i < to; i++) {
                double[] row = features[i];
                part[i - from] = IntStream.of(kept).mapToDouble(j -> row[j]).toArray();
            }
            return Rows.of(
                    IntStream.of(kept).mapToObj(NAMES::get).toList(), part, Arrays.copyOfRange(labels, from, to));
        }

        Rows numbers(int from, int to, int... columns) {
            return rows(numbers, from, to, columns);
        }
    }

    static final Days DAYS = Days.of(400);

    static Inference of(String family) {
        return Inference.of(family).with("check.khat", false);
    }

    static Inference normal() {
        return of("gaussian").with("model.dispersion", VARIANCE);
    }

    static Inference first(Inference inference) {
        return inference.prior("normal", Map.of("sd", 2.0, "mean", 0.5));
    }

    static double[][] inverse(double[] matrix, int d) {
        double[][] rows = new double[d][];
        for (int i = 0; i < d; i++) {
            rows[i] = Arrays.copyOfRange(matrix, i * d, (i + 1) * d);
        }
        return new org.hipparchus.linear.LUDecomposition(new org.hipparchus.linear.Array2DRowRealMatrix(rows))
                .getSolver()
                .getInverse()
                .getData();
    }
}
