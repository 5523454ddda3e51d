package io.credence.mixed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.RandomArrays;
import io.credence.checkpoint.StateReader;
import io.credence.checkpoint.StateWriter;
import io.credence.data.DenseBlock;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.family.GaussianStructure;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState;
import io.credence.fit.InProcessBackend;
import io.credence.likelihood.Likelihoods;
import io.credence.mixed.MixedPosterior.ComponentSummary;
import io.credence.mixed.MixedPosterior.EffectsPosterior;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogHalfStudent;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CrossedAlgorithmTest {

    private static final FitSettings SETTINGS = FitSettings.of(GaussianStructure.FULL);
    private static final double[] UNITS = {1, 1, 1};

    /** Ratings of items by users, some of each rating much more than others; x1 differs by row, x2 by item. */
    private record Ratings(RowBlock block, MixedModel model, double[][] truth) {

        static Ratings of(Random random, int count, int users, int items) {
            double[][] truth = {normals(random, users, 0.6), normals(random, items, 0.4)};
            double[] popularity = normals(random, items, 1);
            int[][] levels = new int[2][count];
            double[] cells = new double[3 * count];
            double[] labels = new double[count];
            for (int i = 0; i < count; i++) {
                levels[0][i] = Math.min(users - 1, (int) (users * Math.pow(random.nextDouble(), 1.5)));
                levels[1][i] = Math.min(items - 1, (int) (items * Math.pow(random.nextDouble(), 2)));
                cells[3 * i] = 1;
                cells[3 * i + 1] = random.nextGaussian();
                cells[3 * i + 2] = popularity[levels[1][i]];
                labels[i] = 3.5
                        + 0.1 * cells[3 * i + 1]
                        + 0.2 * cells[3 * i + 2]
                        + truth[0][levels[0][i]]
                        + truth[1][levels[1][i]]
                        + random.nextGaussian();
            }
            return new Ratings(
                    new DenseBlock(new RowAttributes(labels, null, null, levels), 3, cells),
                    model(List.of(factor("user", users), factor("item", items)), "gaussian"),
                    truth);
        }

        private static double[] normals(Random random, int count, double sd) {
            return IntStream.range(0, count)
                    .mapToDouble(i -> sd * random.nextGaussian())
                    .toArray();
        }

        static GroupingFactor factor(String name, int levels) {
            return new GroupingFactor(
                    name,
                    IntStream.range(0, levels)
                            .mapToObj(i -> String.format("%06d", i))
                            .toList());
        }

        static MixedModel model(List<GroupingFactor> factors, String family) {
            List<RandomEffects> effects = factors.stream()
                    .map(each -> new RandomEffects(each.name(), List.of("(Intercept)"), new int[] {0}, false))
                    .toList();
            return new MixedModel(
                    factors,
                    effects,
                    new boolean[] {true, true, true},
                    Likelihoods.named(family, 1, 0),
                    new GaussianPrior(new double[3], new double[] {0.01, 0.01, 0.01}),
                    effects.stream()
                            .map(each -> EffectsPrior.halfStudent(1, 2.5))
                            .toList(),
                    family.equals("gaussian") ? new LogHalfStudent(3, 2.5) : null);
        }

        InProcessBackend backend() {
            return new InProcessBackend(MixedRows.dealt(block), MixedRows.KERNEL, 2);
        }
    }

    private static CrossedAlgorithm crossed(Ratings rows, InProcessBackend backend) {
        return new CrossedAlgorithm(CrossedLayout.of(rows.model()), UNITS, SETTINGS, backend, MixedRows.KERNEL);
    }

    /** Both ways of the same fit: the differences of the table in the decision, and those of integrating the components. */
    @Test
    void posterior_isThatOfTheDenseFit() {
        Ratings rows = Ratings.of(RandomArrays.of("crossed fit").random(), 6000, 300, 150);
        try (InProcessBackend backend = rows.backend()) {
            FitResult dense = new MixedAlgorithm(rows.model(), UNITS, SETTINGS, backend, MixedRows.KERNEL).fit();
            FitResult found = crossed(rows, backend).fit();
            assertTrue(found.isConverged(), found.stopReason());
            assertTrue(found.iterations() < 15, "steps: " + found.iterations());
            MixedPosterior exact = assertInstanceOf(MixedPosterior.class, dense.detail());
            MixedPosterior other = assertInstanceOf(MixedPosterior.class, found.detail());
            assertTrue(other.error() < 0.01, "nats: " + other.error());
            check(exact.residual(), other.residual());
            for (int j = 0; j < 3; j++) {
                assertEquals(
                        dense.posterior().mean()[j],
                        found.posterior().mean()[j],
                        0.05 * dense.posterior().sd()[j]);
                assertEquals(1, found.posterior().sd()[j] / dense.posterior().sd()[j], 0.03);
            }
            for (int f = 0; f < 2; f++) {
                EffectsPosterior one = exact.effects().get(f);
                EffectsPosterior two = other.effects().get(f);
                check(one.sds().get(0), two.sds().get(0));
                for (int level = 0; level < one.levels(); level++) {
                    assertEquals(one.mean(level, 0), two.mean(level, 0), 0.05 * one.sd(level, 0));
                    assertEquals(1, two.sd(level, 0) / one.sd(level, 0), 0.04);
                }
            }
        }
    }

    private static void check(ComponentSummary exact, ComponentSummary found) {
        assertEquals(exact.mean(), found.mean(), 0.1 * exact.sd(), found.name());
        assertEquals(1, found.sd() / exact.sd(), 0.1, found.name());
        assertEquals(exact.lower(), found.lower(), 0.25 * exact.sd(), found.name());
        assertEquals(exact.upper(), found.upper(), 0.25 * exact.sd(), found.name());
    }

    @Test
    void interruptedFit_goesOnToTheSameBits() throws IOException {
        Ratings rows = Ratings.of(RandomArrays.of("crossed resumed").random(), 900, 60, 30);
        try (InProcessBackend backend = rows.backend()) {
            CrossedAlgorithm algorithm = crossed(rows, backend);
            FitState whole = algorithm.run(algorithm.init(), List.of());
            FitState state = algorithm.step(algorithm.step(algorithm.init()));
            FitState read = StateReader.read(StateWriter.write(state), FitState.class);
            CrossedAlgorithm second = crossed(rows, backend);
            FitState resumed = second.run(read, List.of());
            assertArrayEquals(StateWriter.write(whole), StateWriter.write(resumed));
            assertArrayEquals(
                    algorithm.result(whole).posterior().parameters(),
                    second.result(resumed).posterior().parameters());
        }
    }

    /** A second factor of 9,000 levels was refused. */
    @Test
    void manyLevelsOfBothFactors_areFitted() {
        Ratings rows = Ratings.of(RandomArrays.of("crossed large").random(), 60_000, 12_000, 9_000);
        try (InProcessBackend backend = rows.backend()) {
            FitResult found = MixedFits.of(rows.model(), UNITS, SETTINGS, backend, MixedRows.KERNEL)
                    .fit();
            assertTrue(found.isConverged(), found.stopReason());
            MixedPosterior posterior = assertInstanceOf(MixedPosterior.class, found.detail());
            double[] sds = {0.6, 0.4};
            for (int f = 0; f < 2; f++) {
                EffectsPosterior effects = posterior.effects().get(f);
                double[] truth = rows.truth()[f];
                double square = 0;
                for (int level = 0; level < truth.length; level++) {
                    square +=
                            Math.pow((truth[level] - effects.mean(level, 0)) / effects.sd(level, 0), 2) / truth.length;
                }
                assertEquals(1, square, 0.06, effects.effects().factor());
                assertEquals(
                        sds[f],
                        effects.sds().get(0).mean(),
                        4 * effects.sds().get(0).sd());
            }
            assertEquals(3.5, found.posterior().mean()[0], 4 * found.posterior().sd()[0]);
        }
    }

    @Test
    void modelsAreSolvedForByIteration_whereADenseMatrixIsTooLarge() {
        List<GroupingFactor> large = List.of(Ratings.factor("user", 3000), Ratings.factor("item", 2500));
        List<GroupingFactor> small = List.of(Ratings.factor("user", 3000), Ratings.factor("item", 1000));
        assertTrue(MixedFits.isCrossed(Ratings.model(large, "gaussian")));
        assertTrue(!MixedFits.isCrossed(Ratings.model(small, "gaussian")));
        assertTrue(!MixedFits.isCrossed(Ratings.model(large, "poisson")));
        List<GroupingFactor> three =
                List.of(Ratings.factor("user", 3000), Ratings.factor("item", 2500), Ratings.factor("shop", 600));
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> CrossedLayout.of(Ratings.model(three, "gaussian")));
        assertEquals(
                "beside the two largest factors, user and item, effects of others and fixed effects must be at most 500"
                        + " together but those of shop make them more",
                refused.getMessage());
    }
}
