package io.credence.mixed.crossed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.GaussianStructure;
import io.credence.fit.Algorithm;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState;
import io.credence.fit.InProcessBackend;
import io.credence.kind.GroupingFactor;
import io.credence.mixed.InterruptedFits;
import io.credence.mixed.MixedAlgorithmChoice;
import io.credence.mixed.model.MixedRows;
import io.credence.mixed.model.Ratings;
import io.credence.mixed.result.DenseAndCrossed;
import io.credence.mixed.result.MixedPosterior;
import io.credence.mixed.result.MixedPosterior.ComponentSummary;
import io.credence.mixed.result.MixedPosterior.EffectsPosterior;
import io.credence.testkit.RandomArrays;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CrossedSearchTest {

    private static final FitSettings SETTINGS = FitSettings.of(GaussianStructure.FULL);
    private static final double[] UNITS = Ratings.UNITS;

    private static Algorithm crossed(Ratings rows, InProcessBackend backend) {
        return MixedAlgorithmChoice.crossedAlgorithm(rows.model(), UNITS, SETTINGS, backend, MixedRows.KERNEL);
    }

    /** Both ways of the same fit: the differences of the table in the decision, and those of integrating the components. */
    @Test
    void posterior_isThatOfTheDenseFit() {
        Ratings rows = Ratings.of(RandomArrays.of("crossed fit").random(), 6000, 300, 150);
        try (InProcessBackend backend = rows.backend()) {
            DenseAndCrossed both = DenseAndCrossed.of(rows, backend);
            FitResult dense = both.dense();
            FitResult found = both.crossed();
            assertTrue(found.iterations() < 15, "steps: " + found.iterations());
            MixedPosterior exact = both.exact();
            MixedPosterior other = both.found();
            assertTrue(other.logDensityError() < 0.01, "nats: " + other.logDensityError());
            check(exact.residualSd(), other.residualSd());
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

    /** Of few levels: standard deviations are known to a fifth and less, and their densities are skewed. */
    @Test
    void componentsThatAreNotSharp_areThoseOfTheDenseFit() {
        Random random = RandomArrays.of("crossed skewed").random();
        Ratings rows = Ratings.of(random, 3000, 120, 40).inShops(random, 12);
        try (InProcessBackend backend = rows.backend()) {
            DenseAndCrossed both = DenseAndCrossed.of(rows, backend);
            FitResult dense = both.dense();
            FitResult found = both.crossed();
            MixedPosterior exact = both.exact();
            MixedPosterior other = both.found();
            for (int e = 0; e < 3; e++) {
                EffectsPosterior one = exact.effects().get(e);
                EffectsPosterior two = other.effects().get(e);
                for (int j = 0; j < one.sds().size(); j++) {
                    ComponentSummary sd = one.sds().get(j);
                    assertEquals(sd.mean(), two.sds().get(j).mean(), 0.15 * sd.sd(), sd.name());
                    assertEquals(1, two.sds().get(j).sd() / sd.sd(), 0.15, sd.name());
                }
                for (int level = 0; level < one.levels(); level++) {
                    assertEquals(one.mean(level, 0), two.mean(level, 0), 0.05 * one.sd(level, 0));
                    assertEquals(1, two.sd(level, 0) / one.sd(level, 0), 0.06);
                }
            }
            for (int j = 0; j < 3; j++) {
                assertEquals(1, found.posterior().sd()[j] / dense.posterior().sd()[j], 0.06);
            }
        }
    }

    @Test
    void interruptedFit_goesOnToTheSameBits() throws IOException {
        Ratings rows = Ratings.of(RandomArrays.of("crossed resumed").random(), 900, 60, 30);
        try (InProcessBackend backend = rows.backend()) {
            Algorithm algorithm = crossed(rows, backend);
            FitState whole = algorithm.run(algorithm.init(), List.of());
            assertTrue(whole.iteration() > 8, "steps: " + whole.iteration());
            InterruptedFits.endAs(whole, () -> crossed(rows, backend), 2, (int) whole.iteration() - 2);
        }
    }

    /** A second factor of 9,000 levels was refused. */
    @Test
    void manyLevelsOfBothFactors_areFitted() {
        Ratings rows = Ratings.of(RandomArrays.of("crossed large").random(), 60_000, 12_000, 9_000);
        try (InProcessBackend backend = rows.backend()) {
            FitResult found = MixedAlgorithmChoice.chooseAlgorithm(
                            rows.model(), UNITS, SETTINGS, backend, MixedRows.KERNEL)
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
        assertTrue(MixedAlgorithmChoice.hasLargeCrossedFactors(Ratings.model(large, "gaussian")));
        assertTrue(!MixedAlgorithmChoice.hasLargeCrossedFactors(Ratings.model(small, "gaussian")));
        assertTrue(MixedAlgorithmChoice.hasLargeCrossedFactors(Ratings.model(large, "poisson")));
        assertTrue(MixedAlgorithmChoice.hasLargeCrossedFactors(Ratings.model(large, "gamma")));
        assertTrue(!MixedAlgorithmChoice.hasLargeCrossedFactors(Ratings.model(large, "student-t")));
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
