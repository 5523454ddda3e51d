package io.credence.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.optimize.BreezeMinimizer;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.Nightly;
import io.credence.testkit.Repository;
import io.credence.testkit.SharedData;
import io.credence.testkit.TestSeed;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Our optimum of the ELBO against breeze's L-BFGS on the same ELBO, written a second time. */
class IndependentOptimiserTest {

    static Stream<Arguments> optima() {
        return Nightly.cases(
                List.of(
                        Arguments.of("labour", Structures.GAUSSIAN_BLOCK),
                        Arguments.of("synthetic", Structures.GAUSSIAN_DIAGONAL)),
                List.of(
                        Arguments.of("labour", Structures.GAUSSIAN_FULL),
                        Arguments.of("labour", Structures.GAUSSIAN_DIAGONAL),
                        Arguments.of("labour", Structures.GAUSSIAN_BLOCK),
                        Arguments.of("credit", Structures.GAUSSIAN_FULL),
                        Arguments.of("credit", Structures.GAUSSIAN_DIAGONAL),
                        Arguments.of("synthetic", Structures.GAUSSIAN_FULL),
                        Arguments.of("synthetic", Structures.GAUSSIAN_DIAGONAL),
                        Arguments.of("synthetic", Structures.GAUSSIAN_BLOCK)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("optima")
    void optimaAgree(String name, Structures family) {
        Rows rows = rows(name);
        int[] sizes = sizes(family, rows.columns());
        IndependentElbo objective = new IndependentElbo(rows, 5, sizes);
        double[] optimum = minimise(objective);
        double theirs = -objective.evaluate(optimum, new double[optimum.length]);

        FitResult ours = Fits.converged(
                Fits.problem("bernoulli", rows.columns(), Math.sqrt(5)),
                FitSettings.of(family.of(sizes)).withTolerance(1e-13),
                rows.blocks(1, 512));
        double elbo = ours.elbo() == null ? Double.NaN : ours.elbo();
        assertEquals(theirs, elbo, 1e-8 * Math.abs(theirs));
        double[][] root = objective.root(optimum);
        for (int j = 0; j < rows.columns(); j++) {
            double variance = 0;
            for (double entry : root[j]) {
                variance += entry * entry;
            }
            assertEquals(Math.sqrt(variance), ours.posterior().sd()[j], 1e-4 * Math.sqrt(variance));
            assertEquals(optimum[j], ours.posterior().mean()[j], 1e-3 * Math.sqrt(variance));
        }
    }

    private static Rows rows(String name) {
        return switch (name) {
            case "labour" -> Rows.standardised(Repository.file("conf/data/labour.csv"));
            case "credit" -> Rows.csv(SharedData.file("credit/qbvi_train.csv"), 1);
            default -> synthetic(new Random(TestSeed.get()));
        };
    }

    /** Two unequal blocks for the block family. */
    private static int[] sizes(Structures family, int d) {
        int[] ones = new int[d];
        java.util.Arrays.fill(ones, 1);
        return switch (family) {
            case GAUSSIAN_FULL -> new int[] {d};
            case GAUSSIAN_DIAGONAL -> ones;
            case GAUSSIAN_BLOCK -> new int[] {d / 2 - 1, d - d / 2 + 1};
        };
    }

    private static double[] minimise(IndependentElbo objective) {
        double[] start = new double[objective.parameters()];
        assertGradient(objective, start);
        return BreezeMinimizer.minimize(
                at -> {
                    double[] gradient = new double[at.length];
                    return new BreezeMinimizer.Evaluation(objective.evaluate(at, gradient), gradient);
                },
                start,
                5000,
                1e-13);
    }

    private static void assertGradient(IndependentElbo objective, double[] at) {
        double[] gradient = new double[at.length];
        objective.evaluate(at, gradient);
        double[] numeric = FiniteDifference.gradient(p -> objective.evaluate(p, new double[p.length]), at);
        for (int j = 0; j < at.length; j++) {
            assertTrue(
                    Math.abs(gradient[j] - numeric[j]) < 1e-4 * (1 + Math.abs(numeric[j])),
                    "gradient " + j + ": " + gradient[j] + " and " + numeric[j]);
        }
    }

    private static Rows synthetic(Random random) {
        Rows rows = Rows.normal(120, 4, random);
        double[] labels = new double[120];
        for (int i = 0; i < labels.length; i++) {
            double eta = rows.predictor(i, new double[] {0.5, 1, -2, 0});
            labels[i] = random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
        }
        return rows.withLabels(labels);
    }
}
