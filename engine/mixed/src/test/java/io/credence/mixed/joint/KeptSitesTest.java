package io.credence.mixed.joint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.credence.family.GaussianStructure;
import io.credence.fit.FitSettings;
import io.credence.fit.InProcessBackend;
import io.credence.kind.RandomEffects;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.mixed.MixedAlgorithm;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.EffectsPrior;
import io.credence.mixed.model.FixedEffectsPrior;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.MixedRows;
import io.credence.mixed.model.SmoothTerm;
import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.result.ComponentDensityEvaluation;
import io.credence.mixed.result.EffectMoments;
import io.credence.mixed.result.MixedPosterior;
import io.credence.mixed.result.MixedPosterior.ComponentSummary;
import io.credence.mixed.result.MixedPosteriorBuilder;
import io.credence.mixed.row.ColumnProducts;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogHalfStudent;
import io.credence.testkit.RandomArrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Labels and counts of forty levels with a smooth: sites that stay as they are around the mode, and sites of each point. */
class KeptSitesTest {

    private static final int ROWS = 2400;
    private static final int LEVELS = 40;
    private static final int COLUMNS = 6;
    private static final double[] UNITS = {1, 1, 1, 1, 1, 1};
    private static final FitSettings SETTINGS = new FitSettings(GaussianStructure.FULL, 3000, 1e-8, 1);

    /** The density of sites at each point, whatever the number of rows. */
    private record AtEachPoint(SiteDensity sites) implements ComponentDensity {
        @Override
        public VarianceCoordinates coordinates() {
            return sites.coordinates();
        }

        @Override
        public double[] startingPoint() {
            return sites.startingPoint();
        }

        @Override
        public ComponentDensityEvaluation evaluate(
                double[] x, boolean withGradient, @Nullable ComponentDensityEvaluation warm) {
            return sites.evaluate(x, withGradient, warm);
        }

        @Override
        public EffectMoments moments(double[] x, @Nullable ComponentDensityEvaluation evaluation) {
            return sites.moments(x, evaluation);
        }

        @Override
        public ColumnProducts columns() {
            return sites.columns();
        }

        @Override
        public int pointsPerRound() {
            return 128;
        }
    }

    private static MixedRows rows(boolean counts) {
        Random random = RandomArrays.of("rows of levels with a smooth").random();
        double[] effects = new double[LEVELS];
        for (int g = 0; g < LEVELS; g++) {
            effects[g] = 0.6 * random.nextGaussian();
        }
        double[] cells = new double[ROWS * COLUMNS];
        double[] labels = new double[ROWS];
        String[] words = new String[ROWS];
        for (int i = 0; i < ROWS; i++) {
            int level = random.nextInt(LEVELS);
            double x = random.nextDouble();
            words[i] = "g" + level;
            cells[i * COLUMNS] = 1;
            cells[i * COLUMNS + 1] = x - 0.5;
            for (int k = 2; k < COLUMNS; k++) {
                cells[i * COLUMNS + k] = Math.cos(Math.PI * k * x) / (k - 1);
            }
            double predictor = effects[level] + 0.5 * x + 0.6 * Math.sin(7 * x);
            if (counts) {
                double until = random.nextDouble();
                double rate = Math.exp(predictor);
                for (double p = Math.exp(-rate); until > p; p *= rate / ++labels[i]) {
                    until -= p;
                }
            } else {
                labels[i] = random.nextDouble() < 1 / (1 + Math.exp(-predictor)) ? 1 : 0;
            }
        }
        return new MixedRows(COLUMNS, cells, labels, List.of("g"), List.<String[]>of(words));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bernoulli", "poisson"})
    void theAnswer_isThatOfSitesAtEachPoint(String family) {
        MixedRows rows = rows(family.equals("poisson"));
        MixedModel model = new MixedModel(
                rows.grouping(),
                List.of(new RandomEffects("g", List.of("(Intercept)"), new int[] {0}, false)),
                new boolean[] {true, true, true, true, true, true},
                Likelihoods.named(family, 1, 0),
                new FixedEffectsPrior(
                        new GaussianPrior(new double[COLUMNS], new double[] {0.04, 0.04, 1, 1, 1, 1}),
                        List.of(new SmoothTerm("s(x)", new int[] {2, 3, 4, 5}, new LogHalfStudent(3, 2.5)))),
                List.of(EffectsPrior.halfStudent(1, 2.5)),
                null,
                Double.NaN);
        try (InProcessBackend backend =
                new InProcessBackend(List.of(List.of(rows.block(null, null))), MixedRows.KERNEL, 1)) {
            SiteDensity sites = new SiteDensity(EffectLayout.of(model), UNITS, backend, 1, MixedRows.KERNEL);
            MixedPosterior kept = fitted(model, sites, backend);
            MixedPosterior each = fitted(model, new AtEachPoint(sites), backend);
            assertEquals(each.logMarginalLikelihood(), kept.logMarginalLikelihood(), 0.06);
            assertNear(
                    each.effects().get(0).sds().get(0),
                    kept.effects().get(0).sds().get(0),
                    0.05);
            assertEquals(
                    each.smooths().get(0).effectiveDegrees(),
                    kept.smooths().get(0).effectiveDegrees(),
                    0.02);
            double[] sd = each.fixedEffectsPosterior().sd();
            for (int j = 0; j < COLUMNS; j++) {
                assertEquals(
                        each.fixedEffectsPosterior().mean()[j],
                        kept.fixedEffectsPosterior().mean()[j],
                        0.03 * sd[j]);
                assertEquals(0, Math.log(kept.fixedEffectsPosterior().sd()[j] / sd[j]), 0.03);
            }
        }
    }

    private static void assertNear(ComponentSummary wanted, ComponentSummary found, double share) {
        assertEquals(wanted.mean(), found.mean(), share * wanted.sd());
        assertEquals(0, Math.log(found.sd() / wanted.sd()), share);
    }

    private static MixedPosterior fitted(MixedModel model, ComponentDensity density, InProcessBackend backend) {
        JointSearch search = new JointSearch(() -> density, new MixedPosteriorBuilder(model, MixedRows.KERNEL), 1);
        return assertInstanceOf(
                MixedPosterior.class,
                new MixedAlgorithm<>(search, SETTINGS, backend).fit().detail());
    }

    @Test
    void withoutSmooths_sitesAreThoseOfEachPoint() {
        MixedRows rows = rows(true);
        MixedModel model = new MixedModel(
                rows.grouping(),
                List.of(new RandomEffects("g", List.of("(Intercept)"), new int[] {0}, false)),
                new boolean[] {true, true, true, true, true, true},
                Likelihoods.named("poisson", 1, 0),
                new GaussianPrior(new double[COLUMNS], new double[] {0.04, 0.04, 1, 1, 1, 1}),
                List.of(EffectsPrior.halfStudent(1, 2.5)),
                null);
        try (InProcessBackend backend =
                new InProcessBackend(List.of(List.of(rows.block(null, null))), MixedRows.KERNEL, 1)) {
            SiteDensity sites = new SiteDensity(EffectLayout.of(model), UNITS, backend, 1, MixedRows.KERNEL);
            assertSame(sites, sites.approximationAround(new double[] {0.8}, new double[] {0.01}, null));
        }
    }
}
