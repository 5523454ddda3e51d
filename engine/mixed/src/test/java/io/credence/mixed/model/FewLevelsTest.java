package io.credence.mixed.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.family.GaussianStructure;
import io.credence.fit.Algorithm;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.InProcessBackend;
import io.credence.kind.GroupingFactor;
import io.credence.kind.RandomEffects;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.LogSums;
import io.credence.linalg.Vectors;
import io.credence.mixed.MixedAlgorithmChoice;
import io.credence.mixed.joint.NormalRowsDensity;
import io.credence.mixed.joint.NormalRowsPass;
import io.credence.mixed.levelwise.LevelwiseState;
import io.credence.mixed.result.DenseAndCrossed;
import io.credence.mixed.result.MixedPosterior;
import io.credence.mixed.result.MixedPosterior.ComponentSummary;
import io.credence.mixed.row.ArrowStatistics;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogHalfStudent;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Standard deviations of which two to four groups show something, of groups by themselves and of two large crossed factors: their tail is that
 * of the prior, and what is reported of them is right, or refused for it.
 */
class FewLevelsTest {

    private static final FitSettings SETTINGS = FitSettings.of(GaussianStructure.FULL);
    private static final double SCALE = 2.5;
    private static final int GROUPS = 400;
    private static final int EACH = 20;
    private static final double PRECISION = 0.04;

    /** Labels of groups, of which the first few have rows with x = 1. */
    private record Slopes(RowBlock block, MixedModel model, int[][] ones) {}

    private static Slopes slopes(int few, double freedom) {
        Random random = RandomArrays.of("slopes of " + few).random();
        double[] effects = {0.2, 2, -0.8, 1.1};
        int rows = 2 * GROUPS + 2 * EACH * few;
        int[] level = new int[rows];
        double[] labels = new double[rows];
        double[] cells = new double[2 * rows];
        int[][] ones = new int[few + 1][2];
        for (int i = 0; i < rows; i++) {
            boolean isFew = i >= 2 * GROUPS;
            level[i] = isFew ? i % few : i % GROUPS;
            double x = isFew && i % (2 * few) < few ? 1 : 0;
            cells[2 * i] = 1;
            cells[2 * i + 1] = x;
            double eta = -0.3 + x * effects[level[i] % effects.length];
            labels[i] = random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
            ones[x > 0 ? level[i] : few][(int) labels[i]]++;
        }
        List<String> levels = IntStream.range(0, GROUPS)
                .mapToObj(g -> String.format("%05d", g))
                .toList();
        MixedModel model = new MixedModel(
                List.of(GroupingFactor.of("g", levels)),
                List.of(new RandomEffects("g", List.of("x"), new int[] {1}, false)),
                new boolean[] {true, true},
                Likelihoods.named("bernoulli", 1, 0),
                new GaussianPrior(new double[2], new double[] {PRECISION, PRECISION}),
                List.of(new EffectsPrior(List.of(new LogHalfStudent(freedom, SCALE)), 2)),
                null);
        return new Slopes(
                new DenseBlock(new RowAttributes(labels, null, null, new int[][] {level}), 2, cells), model, ones);
    }

    private static double logLikelihood(int[] ones, double eta) {
        return ones[1] * eta - (ones[0] + ones[1]) * Math.log1p(Math.exp(eta));
    }

    /** Steps of the tables of likelihoods by slopes of a group, and how many of them a sum over slopes takes at once. */
    private static final double STEP = 0.05;

    private static final int COARSE = 5;
    private static final int SLOPES = 1201;

    /** Mean, sd, 5 % and 95 % ends of the sd of slopes, over a grid of both coefficients and of it. */
    private static double[] exact(Slopes rows, double freedom) {
        LogHalfStudent prior = new LogHalfStudent(freedom, SCALE);
        int few = rows.ones().length - 1;
        double[] logs = IntStream.range(0, 160).mapToDouble(a -> -6 + 0.1 * a).toArray();
        double[] masses = new double[logs.length];
        for (double intercept = -0.6; intercept < 0.1; intercept += 0.1) {
            double common = logLikelihood(rows.ones()[few], intercept) - 0.5 * PRECISION * intercept * intercept + 700;
            double[][] likelihoods = new double[few][SLOPES];
            for (int g = 0; g < few; g++) {
                for (int b = 0; b < SLOPES; b++) {
                    likelihoods[g][b] = logLikelihood(rows.ones()[g], intercept + slope(b));
                }
            }
            for (int a = 0; a < masses.length; a++) {
                for (double mean = -20; mean <= 20; mean += 0.25) {
                    double density = common + prior.logDensity(logs[a]) - 0.5 * PRECISION * mean * mean;
                    for (int g = 0; g < few; g++) {
                        density += Math.log(integral(likelihoods[g], mean, Math.exp(logs[a])));
                    }
                    masses[a] += Math.exp(density);
                }
            }
        }
        return moments(logs, masses);
    }

    /** Mean, sd, 5 % and 95 % ends of a number of whose logarithm masses are given at equal distances. */
    private static double[] moments(double[] logs, double[] masses) {
        double all = Arrays.stream(masses).sum();
        double mean = 0;
        double square = 0;
        double[] ends = new double[2];
        double below = 0;
        for (int a = 0; a < logs.length; a++) {
            double sd = Math.exp(logs[a]);
            double mass = masses[a] / all;
            mean += mass * sd;
            square += mass * sd * sd;
            for (int e = 0; e < 2; e++) {
                double at = e == 0 ? 0.05 : 0.95;
                if (below < at && below + mass >= at) {
                    ends[e] = Math.exp(logs[a] + (logs[1] - logs[0]) * ((at - below) / mass - 0.5));
                }
            }
            below += mass;
        }
        return new double[] {mean, Math.sqrt(square - mean * mean), ends[0], ends[1]};
    }

    private static double slope(int b) {
        return STEP * (b - SLOPES / 2);
    }

    /** Of a likelihood under a normal density: over nodes of that where it is narrow, else over the table. */
    private static double integral(double[] logs, double mean, double sd) {
        double sum = 0;
        if (sd < 1) {
            for (double z = -5; z <= 5; z += 0.2) {
                sum += 0.2 * Math.exp(-0.5 * z * z + between(logs, (mean + sd * z) / STEP));
            }
        } else {
            for (int b = 0; b < SLOPES; b += COARSE) {
                double z = (slope(b) - mean) / sd;
                sum += COARSE * STEP / sd * Math.exp(-0.5 * z * z + logs[b]);
            }
        }
        return sum / Math.sqrt(2 * Math.PI);
    }

    private static double between(double[] logs, double at) {
        double place = Math.max(0, Math.min(logs.length - 1.001, at + SLOPES / 2));
        int below = (int) place;
        return logs[below] + (place - below) * (logs[below + 1] - logs[below]);
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "3, 1", "4, 1", "2, 3", "3, 3"})
    void sdOfFewGroupsByThemselves_hasItsTailOrIsRefused(int few, double freedom) {
        Slopes rows = slopes(few, freedom);
        double[] exact = exact(rows, freedom);
        InProcessBackend backend = new InProcessBackend(List.of(List.of(rows.block())), MixedRows.KERNEL, 1);
        try (backend) {
            Algorithm algorithm = MixedAlgorithmChoice.chooseAlgorithm(
                    rows.model(), new double[] {1, 1}, SETTINGS, backend, MixedRows.KERNEL);
            assertInstanceOf(LevelwiseState.class, algorithm.init().algorithmState());
            check(algorithm.fit(), exact, 0, few + " groups");
        }
    }

    /** Reliable and right, or refused by the name of what has a tail. */
    private static void check(FitResult result, double[] exact, int entry, String what) {
        MixedPosterior found = assertInstanceOf(MixedPosterior.class, result.detail(), result.stopReason());
        ComponentSummary own = found.effects().get(entry).sds().get(0);
        List<String> beyond = found.componentDesign().underCoveredNames();
        String text =
                what + ", tails beyond the design of " + beyond + "; " + own + ", exact " + Arrays.toString(exact);
        if (beyond.contains(own.name())) {
            return;
        }
        assertEquals(exact[0], own.mean(), 0.1 * exact[1], text);
        assertEquals(1, own.sd() / exact[1], 0.1, text);
        assertEquals(exact[2], own.lower(), 0.2 * exact[1], text);
        assertEquals(exact[3], own.upper(), 0.2 * exact[1], text);
    }

    /** Moments of the last sd of effects, over a grid of it, the other components as they are at a point. */
    private static double[] exact(Ratings rows, InProcessBackend backend, double[] components) {
        EffectLayout layout = EffectLayout.of(rows.model());
        NormalRowsDensity density = new NormalRowsDensity(
                ArrowStatistics.of(layout, backend.run(new NormalRowsPass(layout, Ratings.UNITS))), MixedRows.KERNEL);
        double[] logs = IntStream.range(0, 320).mapToDouble(a -> -6 + 0.05 * a).toArray();
        double[] values = new double[logs.length];
        double[] x = {Math.cbrt(components[0]), Math.cbrt(components[1]), 0, Math.log(components[3])};
        Arrays.setAll(values, a -> {
            x[2] = Math.exp(logs[a] / 3);
            return density.evaluate(x, false, null).value() + logs[a] / 3;
        });
        return moments(logs, LogSums.softmax(values));
    }

    /** A factor of few levels beside two large ones, with dense matrices and by iteration. */
    @ParameterizedTest
    @CsvSource({"2, 1", "3, 1", "4, 1", "2, 3", "3, 3"})
    void sdOfFewLevelsBesideCrossedFactors_hasItsTailOrIsRefused(int few, double freedom) {
        Random random = RandomArrays.of("few shops").random();
        Ratings rows = Ratings.of(random, 3000, 120, 40).inFewShops(few, new LogHalfStudent(freedom, SCALE));
        try (InProcessBackend backend = rows.backend()) {
            DenseAndCrossed both = DenseAndCrossed.of(rows, backend);
            double[] means = new double[4];
            for (int j = 0; j < means.length; j++) {
                int own = j;
                means[j] = Vectors.dot(
                        both.exact().componentDesign().points().stream()
                                .mapToDouble(x -> x[own])
                                .toArray(),
                        both.exact().componentDesign().weights());
            }
            double[] exact = exact(rows, backend, means);
            check(both.dense(), exact, 2, few + " levels, dense");
            check(both.crossed(), exact, 2, few + " levels, by iteration");
        }
    }
}
