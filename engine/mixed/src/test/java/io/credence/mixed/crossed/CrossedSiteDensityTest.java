package io.credence.mixed.crossed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.RowBlock;
import io.credence.family.GaussianStructure;
import io.credence.fit.Algorithm;
import io.credence.fit.FitResult;
import io.credence.fit.FitSettings;
import io.credence.fit.FitState;
import io.credence.fit.InProcessBackend;
import io.credence.kind.RandomEffects;
import io.credence.mixed.InterruptedFits;
import io.credence.mixed.MixedAlgorithmChoice;
import io.credence.mixed.crossed.CrossedNormalRowsDensity.CrossedEvaluation;
import io.credence.mixed.crossed.CrossedSiteDensity.CrossedSites;
import io.credence.mixed.joint.SiteDensity;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.MixedRows;
import io.credence.mixed.model.Ratings;
import io.credence.mixed.model.VarianceComponents;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.result.ComponentDensityEvaluation;
import io.credence.mixed.result.DenseAndCrossed;
import io.credence.mixed.result.EffectMoments;
import io.credence.mixed.result.MixedPosterior;
import io.credence.mixed.result.MixedPosterior.ComponentSummary;
import io.credence.mixed.result.MixedPosterior.EffectsPosterior;
import io.credence.mixed.row.ArrowGaussian;
import io.credence.mixed.row.ArrowStatistics;
import io.credence.mixed.row.ArrowSums;
import io.credence.mixed.site.ArrowSites;
import io.credence.mixed.site.PredictorMoments;
import io.credence.mixed.site.SiteStructure;
import io.credence.testkit.RandomArrays;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against expectation propagation with dense matrices. */
class CrossedSiteDensityTest {

    private static final FitSettings SETTINGS = FitSettings.of(GaussianStructure.FULL);
    private static final double[] UNITS = Ratings.UNITS;

    private static CrossedSiteDensity crossed(Ratings rows, InProcessBackend backend, long seed) {
        return new CrossedSiteDensity(CrossedLayout.of(rows.model()), UNITS, backend, seed, MixedRows.KERNEL);
    }

    @Test
    void momentsOfRows_areThoseOfTheDenseGaussian() {
        Random random = RandomArrays.of("crossed predictors").random();
        Ratings rows = Ratings.of(random, 700, 90, 60, "poisson");
        checkMoments(rows, 0.8, 0.7);
        checkMoments(rows.inShops(random, 4), 0.6, 0.5, 0.2, 0.8, 0.7);
        List<RandomEffects> slopes = List.of(
                new RandomEffects("user", List.of("(Intercept)", "x1"), new int[] {0, 1}, true),
                new RandomEffects("item", List.of("(Intercept)"), new int[] {0}, false));
        checkMoments(rows.with(slopes), 0.8, 0.6, -0.3, 0.7);
    }

    /** Over probes, variances of linear predictors are exact on average where a pair of levels has one row. */
    private static void checkMoments(Ratings rows, double... point) {
        RowBlock block = rows.block();
        EffectLayout layout = EffectLayout.of(rows.model());
        CrossedLayout crossedLayout = CrossedLayout.of(rows.model());
        VarianceComponents components = new VarianceCoordinates(rows.model()).toComponents(point);
        SiteStructure.RowCursor<ArrowSums> arrows = new ArrowSites(layout, null).newRowCursor(UNITS);
        SiteStructure.RowCursor<CrossedSums> cells = new CrossedSites(crossedLayout, null).newRowCursor(UNITS);
        double[] precisions = RandomArrays.of("precisions of sites").uniforms(block.rows(), 0.2, 3);
        for (int i = 0; i < block.rows(); i++) {
            arrows.moveTo(block, i);
            arrows.add(precisions[i], 0.3 - 0.1 * i % 2);
            cells.moveTo(block, i);
            cells.add(precisions[i], 0.3 - 0.1 * i % 2);
        }
        ArrowGaussian exact =
                ArrowGaussian.of(ArrowStatistics.of(layout, arrows.sums()), components, 1, MixedRows.KERNEL);
        assertNotNull(exact);
        SiteStructure.RowCursor<ArrowSums> dense =
                new ArrowSites(layout, PredictorMoments.of(exact)).newRowCursor(UNITS);
        CrossedStatistics statistics = CrossedStatistics.of(crossedLayout, cells.sums());
        int[] ofCell = new int
                [rows.model().factors().get(0).levelCount()
                        * rows.model().factors().get(1).levelCount()];
        int items = rows.model().factors().get(1).levelCount();
        int[][] levels = block.attributes().levels();
        for (int i = 0; i < block.rows(); i++) {
            ofCell[levels[0][i] * items + levels[1][i]]++;
        }
        int seeds = 8;
        double[] variances = new double[block.rows()];
        for (int seed = 0; seed < seeds; seed++) {
            CrossedGaussian gaussian =
                    new CrossedNormalRowsDensity(statistics, 32, seed, MixedRows.KERNEL).gaussian(components);
            assertNotNull(gaussian);
            SiteStructure.RowCursor<CrossedSums> found =
                    new CrossedSites(crossedLayout, CrossedPredictors.of(gaussian)).newRowCursor(UNITS);
            for (int i = 0; i < block.rows(); i++) {
                found.moveTo(block, i);
                SiteStructure.Predictor predicted = found.predictorMoments(precisions[i]);
                variances[i] += predicted.variance() / seeds;
                dense.moveTo(block, i);
                assertEquals(dense.predictorMoments(precisions[i]).mean(), predicted.mean(), 1e-5);
            }
        }
        double sum = 0;
        int alone = 0;
        for (int i = 0; i < block.rows(); i++) {
            dense.moveTo(block, i);
            double exactly = dense.predictorMoments(precisions[i]).variance();
            if (ofCell[levels[0][i] * items + levels[1][i]] == 1) {
                assertEquals(1, variances[i] / exactly, 0.08);
                sum += variances[i] / exactly;
                alone++;
            }
        }
        assertTrue(alone > 300, "rows alone: " + alone);
        assertEquals(1, sum / alone, 0.005);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bernoulli", "poisson", "negative-binomial"})
    void slopeAndEffects_areThoseOfTheDenseSites(String family) {
        Ratings rows =
                Ratings.of(RandomArrays.of("crossed at a point " + family).random(), 3000, 150, 80, family);
        double[] x = rows.model().residualPrior() == null ? new double[] {0.85, 0.75} : new double[] {0.85, 0.75, 0.1};
        try (InProcessBackend backend = rows.backend()) {
            SiteDensity all = new SiteDensity(EffectLayout.of(rows.model()), UNITS, backend, 1, MixedRows.KERNEL);
            ComponentDensityEvaluation dense = all.evaluate(x, true, null);
            CrossedSiteDensity density = crossed(rows, backend, 5);
            CrossedEvaluation slope = density.evaluate(x, null);
            for (int j = 0; j < x.length; j++) {
                int at = j * (x.length + 1);
                double noise = Math.sqrt(slope.gradientCovariance()[at]);
                double off = slope.gradient()[j] - dense.gradient()[j];
                assertEquals(0, off, 4 * noise + 0.05 * Math.sqrt(slope.information()[at]), "component " + j);
            }
            if (rows.model().residualPrior() != null) {
                checkCurvature(all, dense, x, slope.information());
            }
            EffectMoments exact = dense.moments();
            assertNotNull(exact);
            EffectMoments found = density.normalApproximation(slope).moments(x);
            for (int j = 0; j < 3; j++) {
                double sd = exact.fixedEffectsPosterior().sd()[j];
                assertEquals(
                        exact.fixedEffectsPosterior().mean()[j],
                        found.fixedEffectsPosterior().mean()[j],
                        0.02 * sd);
                assertEquals(1, found.fixedEffectsPosterior().sd()[j] / sd, 0.01);
            }
            for (int e = 0; e < 2; e++) {
                EffectMoments.Levels one = exact.levelMoments().get(e);
                EffectMoments.Levels two = found.levelMoments().get(e);
                double squares = 0;
                for (int level = 0; level < one.mean().length; level++) {
                    double sd = Math.sqrt(one.covariance()[level]);
                    double off = Math.sqrt(two.covariance()[level]) / sd - 1;
                    assertEquals(one.mean()[level], two.mean()[level], 0.04 * sd);
                    assertEquals(0, off, 0.1);
                    squares += off * off / one.mean().length;
                }
                assertEquals(0, Math.sqrt(squares), 0.02);
            }
        }
    }

    /** The row of the dispersion, by differences of the dense slope. */
    private static void checkCurvature(
            SiteDensity all, ComponentDensityEvaluation dense, double[] x, double[] information) {
        int last = x.length - 1;
        double[] beside = x.clone();
        beside[last] += 0.01;
        double[] other = all.evaluate(beside, true, dense).gradient();
        double own = information[last * (x.length + 1)];
        for (int j = 0; j < x.length; j++) {
            double scale = Math.sqrt(own * information[j * (x.length + 1)]);
            double expected = (dense.gradient()[j] - other[j]) / 0.01;
            assertEquals(expected, information[last * x.length + j], 0.02 * scale, "component " + j);
            assertEquals(information[last * x.length + j], information[j * x.length + last]);
        }
    }

    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"bernoulli", "poisson", "gamma", "negative-binomial"})
    void posterior_isThatOfTheDenseFit(String family) {
        Ratings rows = Ratings.of(RandomArrays.of("crossed " + family).random(), 4000, 200, 100, family);
        try (InProcessBackend backend = rows.backend()) {
            DenseAndCrossed both = DenseAndCrossed.of(rows, backend);
            FitResult dense = both.dense();
            FitResult found = both.crossed();
            MixedPosterior exact = both.exact();
            MixedPosterior other = both.found();
            assertEquals(
                    dense.dispersion().mean(),
                    found.dispersion().mean(),
                    0.15 * dense.dispersion().sd());
            assertEquals(
                    dense.dispersion().sd(),
                    found.dispersion().sd(),
                    0.1 * dense.dispersion().sd());
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
                ComponentSummary sd = one.sds().get(0);
                assertEquals(sd.mean(), two.sds().get(0).mean(), 0.15 * sd.sd(), sd.name());
                assertEquals(1, two.sds().get(0).sd() / sd.sd(), 0.1, sd.name());
                for (int level = 0; level < one.levels(); level++) {
                    assertEquals(one.mean(level, 0), two.mean(level, 0), 0.05 * one.sd(level, 0));
                    assertEquals(1, two.sd(level, 0) / one.sd(level, 0), 0.05);
                }
            }
        }
    }

    /** From other sites on, they settle at the same. */
    @Test
    void slope_doesNotDependOnWhereSitesBegin() {
        Ratings rows = Ratings.of(RandomArrays.of("crossed warm").random(), 900, 60, 30, "bernoulli");
        try (InProcessBackend backend = rows.backend()) {
            CrossedSiteDensity density = crossed(rows, backend, 3);
            double[] x = {0.8, 0.7};
            CrossedEvaluation near = density.evaluate(new double[] {0.9, 0.6}, null);
            CrossedEvaluation cold = density.evaluate(x, null);
            CrossedEvaluation warm = density.evaluate(x, near);
            for (int j = 0; j < 2; j++) {
                double sd = Math.sqrt(cold.information()[3 * j]);
                assertEquals(cold.gradient()[j], warm.gradient()[j], 1e-3 * sd);
                assertEquals(1, warm.information()[3 * j] / cold.information()[3 * j], 1e-3);
            }
            assertTrue(warm.rows() < cold.rows() + 900, "rows: " + warm.rows() + " and " + cold.rows());
        }
    }

    @Test
    void interruptedFit_goesOnToTheSameBits() throws IOException {
        Ratings rows = Ratings.of(RandomArrays.of("crossed sites resumed").random(), 500, 60, 30, "bernoulli");
        try (InProcessBackend backend = rows.backend()) {
            Algorithm algorithm =
                    MixedAlgorithmChoice.crossedAlgorithm(rows.model(), UNITS, SETTINGS, backend, MixedRows.KERNEL);
            FitState whole = algorithm.run(algorithm.init(), List.of());
            InterruptedFits.endAs(
                    whole,
                    () -> MixedAlgorithmChoice.crossedAlgorithm(
                            rows.model(), UNITS, SETTINGS, backend, MixedRows.KERNEL),
                    2,
                    (int) whole.iteration() - 1);
        }
    }

    /** A user for each row takes up by what counts differ more than Poisson's law has them: here by 0.6. */
    @Test
    void levelsOfOneRow_takeUpOverdispersion() {
        Ratings rows = Ratings.of(RandomArrays.of("one row each").random(), 2000, 2000, 40, "poisson")
                .ofOneUserEach();
        try (InProcessBackend backend = rows.backend()) {
            FitResult found = MixedAlgorithmChoice.crossedAlgorithm(
                            rows.model(), UNITS, SETTINGS, backend, MixedRows.KERNEL)
                    .fit();
            assertTrue(found.isConverged(), found.stopReason());
            MixedPosterior posterior = (MixedPosterior) found.detail();
            double[] sds = {0.6, 0.4};
            for (int f = 0; f < 2; f++) {
                ComponentSummary sd = posterior.effects().get(f).sds().get(0);
                assertEquals(sds[f], sd.mean(), 4 * sd.sd(), sd.name());
            }
        }
    }

    @Test
    void heavyTails_areRefused() {
        Ratings rows = Ratings.of(RandomArrays.of("crossed refused").random(), 100, 20, 10, "student-t");
        try (InProcessBackend backend = rows.backend()) {
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> crossed(rows, backend, 1));
            assertTrue(refused.getMessage().contains("found student-t"), refused.getMessage());
        }
    }
}
