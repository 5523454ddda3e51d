package io.credence.effect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.effect.EffectSums.AveragedCell;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.Kernels;
import io.credence.loss.PredictorLoss;
import io.credence.loss.ResponseDistributions;
import io.credence.predict.MixedScoring.LevelEffects;
import io.credence.predict.MixedScoring.LevelMoments;
import io.credence.predict.RowFactorLevels;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Averages at draws against a loop over rows and draws, and effects of levels against their moments. */
class EffectSumsTest {

    private static final int ROWS = 1300;
    private static final AveragedCell EVEN = new AveragedCell(0, List.of("even"));
    private static final AveragedCell ODD = new AveragedCell(0, List.of("odd"));

    private final Random random = new Random(TestSeed.of("averages"));

    private static ResponseDistributions laws(String family, int columns, int classes) {
        PredictorLoss loss =
                new PredictorLoss(Likelihoods.named(family, 5, classes), columns, new DispersionPosterior.Known(0.5));
        return Objects.requireNonNull(loss.responseDistributions());
    }

    private double[][] normals(int rows, int columns) {
        double[][] numbers = new double[rows][columns];
        for (double[] row : numbers) {
            Arrays.setAll(row, j -> 0.5 * random.nextGaussian());
        }
        return numbers;
    }

    private static double mean(String family, double[] eta) {
        double e = Math.exp(eta[0]);
        return switch (family) {
            case "poisson" -> e;
            case "bernoulli" -> e / (1 + e);
            case "softmax" -> e / (1 + e + Math.exp(eta[1]));
            default -> eta[0];
        };
    }

    private static void add(
            EffectWorker worker, double[] row, AveragedCell cell, double weight, double offset, int... levels) {
        System.arraycopy(row, 0, worker.features(), worker.firstFeatureIndex(), row.length);
        worker.add(cell, weight, offset, RowFactorLevels.of(levels), Map.of());
    }

    /** Of softmax the second of three classes. */
    @ParameterizedTest
    @CsvSource({"poisson,1,0", "bernoulli,1,0", "gaussian,1,0", "softmax,2,3"})
    void averages_areThoseOfALoopOverRows(String family, int predictors, int classes) {
        double[][] draws = normals(7, 3 * predictors);
        double[][] rows = normals(ROWS, 3);
        EffectDraws model = new EffectDraws(laws(family, 3, classes), 3, draws, false, null);
        EffectSums sums = null;
        for (int part = 0; part < 2; part++) {
            EffectWorker worker = model.createWorker(Kernels.named("java"), 3);
            for (int i = part; i < ROWS; i += 2) {
                add(worker, rows[i], i % 4 < 2 ? EVEN : ODD, 1 + i % 3, 0.1 * (i % 5));
            }
            if (sums == null) {
                sums = worker.sums();
            } else {
                sums.merge(worker.sums());
            }
        }
        double[] expected = new double[draws.length];
        double weight = 0;
        for (int i = 0; i < ROWS; i++) {
            if (i % 4 < 2) {
                weight += 1 + i % 3;
            }
            for (int s = 0; i % 4 < 2 && s < draws.length; s++) {
                double[] eta = new double[predictors];
                Arrays.fill(eta, 0.1 * (i % 5));
                for (int j = 0; j < 3 * predictors; j++) {
                    eta[j / 3] += rows[i][j % 3] * draws[s][j];
                }
                expected[s] += (1 + i % 3) * mean(family, eta);
            }
        }
        double[] found = Objects.requireNonNull(sums).meanDraws(EVEN, classes == 3 ? 1 : 0);
        assertEquals(weight, sums.weight(EVEN));
        for (int s = 0; s < found.length; s++) {
            assertEquals(expected[s] / weight, found[s], 1e-12 * (1 + Math.abs(found[s])), family);
        }
    }

    @Test
    void linkScale_isTheLinearPredictor_ofOneAlone() {
        double[][] draws = {{0.3, -0.2}};
        EffectWorker worker = new EffectDraws(laws("poisson", 2, 0), 2, draws, false, null)
                .onLinkScale()
                .createWorker(Kernels.named("java"), 2);
        add(worker, new double[] {1, 2}, EVEN, 1, 0.5);
        assertEquals(0.3 - 0.4 + 0.5, worker.sums().meanDraws(EVEN, 0)[0], 1e-15);
    }

    /** Two effects of a level and two shared coefficients that are correlated with them. */
    @Test
    void effectsOfLevels_haveTheirMoments_andThoseWithTheCoefficients() {
        double[] mean = {1, -2};
        double[] covariance = {0.5, 0.2, 0.2, 0.4};
        double[] own = {0.7, 0.1, 0.1, 0.6};
        double[] cross = {-0.2, 0.05, 0.1, -0.15};
        LevelEffects group = new LevelEffects(
                0, new int[] {0, 1}, new LevelMoments(new double[] {0.4, 0.8}, own, cross), new double[] {2, 0.3, 0.3, 1
                });
        int count = 100_000;
        double[][] draws = new double[count][];
        double c = 0.2 / Math.sqrt(0.5);
        for (int s = 0; s < count; s++) {
            double a = random.nextGaussian();
            double b = random.nextGaussian();
            draws[s] = new double[] {1 + Math.sqrt(0.5) * a, -2 + c * a + Math.sqrt(0.4 - c * c) * b};
        }
        LevelDraws levels = LevelDraws.of(List.of(group), draws, mean, covariance, TestSeed.of("averages"));
        double[] effects = levels.drawEffects(0, RowFactorLevels.of(0));
        double[] x = Arrays.copyOfRange(effects, 0, count);
        double[] y = Arrays.copyOfRange(effects, count, 2 * count);
        double[] beta = Arrays.stream(draws).mapToDouble(draw -> draw[1]).toArray();
        assertEquals(0.4, mean(x), 0.012);
        assertEquals(0.7, covariance(x, x), 0.015);
        assertEquals(0.1, covariance(x, y), 0.01);
        assertEquals(0.05, covariance(x, beta), 0.008);
        assertEquals(-0.15, covariance(y, beta), 0.008);
        double[] unseen = Arrays.copyOf(levels.drawEffects(0, RowFactorLevels.of(-5)), count);
        assertEquals(2, covariance(unseen, unseen), 0.04);
        assertEquals(0, covariance(unseen, Arrays.copyOf(levels.drawEffects(0, RowFactorLevels.of(-6)), count)), 0.03);
    }

    private static double mean(double[] x) {
        return Arrays.stream(x).average().orElseThrow();
    }

    private static double covariance(double[] x, double[] y) {
        double sum = 0;
        for (int s = 0; s < x.length; s++) {
            sum += x[s] * y[s];
        }
        return sum / x.length - mean(x) * mean(y);
    }

    /** A row's own level moves its predictor, and not those of other rows. */
    @Test
    void rowsInGroups_moveByTheEffectsOfTheirLevels() {
        double[][] draws = normals(50, 1);
        LevelEffects group = new LevelEffects(
                0,
                new int[] {1},
                new LevelMoments(new double[] {0.4, -0.8}, new double[] {0.1, 0.2}, new double[2]),
                new double[] {1});
        LevelDraws levels = LevelDraws.of(List.of(group), draws, new double[1], new double[] {0.25}, 3);
        EffectWorker worker = new EffectDraws(laws("poisson", 1, 0), 1, draws, false, null)
                .withLevelDraws(levels)
                .createWorker(Kernels.named("java"), 2);
        add(worker, new double[] {1, 3}, EVEN, 1, 0, 1);
        add(worker, new double[] {1, 2}, ODD, 1, 0, 0);
        EffectSums sums = worker.sums();
        for (int s = 0; s < draws.length; s++) {
            assertEquals(
                    Math.exp(draws[s][0] + 3 * levels.drawEffects(0, RowFactorLevels.of(1))[s]),
                    sums.meanDraws(EVEN, 0)[s],
                    1e-12);
            assertEquals(
                    Math.exp(draws[s][0] + 2 * levels.drawEffects(0, RowFactorLevels.of(0))[s]),
                    sums.meanDraws(ODD, 0)[s],
                    1e-12);
        }
    }

    @Test
    void coefficientsWithoutCovariance_haveNoEffectsOfLevels() {
        assertTrue(assertThrows(
                        IllegalArgumentException.class,
                        () -> LevelDraws.of(List.of(), new double[1][2], new double[2], new double[] {1, 1}, 1))
                .getMessage()
                .contains("required a positive definite matrix"));
    }
}
