package io.credence.mixed.joint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.fit.InProcessBackend;
import io.credence.kind.RandomEffects;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.EffectsPrior;
import io.credence.mixed.model.MixedModel;
import io.credence.mixed.model.MixedRows;
import io.credence.mixed.result.ComponentDensityEvaluation;
import io.credence.mixed.result.EffectMoments;
import io.credence.mixed.row.ArrowStatistics;
import io.credence.mixed.row.ArrowSums;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogGamma;
import io.credence.quadrature.QuadratureRule;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.RandomArrays;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.hipparchus.special.Gamma;
import org.hipparchus.util.FastMath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SiteDensityTest {

    private static final int GROUPS = 5;
    private static final int EACH = 6;
    private static final double[] UNITS = {1, 1};

    private final Random random = RandomArrays.of("site rows").random();
    private final double[] effects = random.doubles(GROUPS, -1, 1).toArray();

    private MixedRows rows(String family) {
        double[] cells = new double[2 * GROUPS * EACH];
        double[] labels = new double[GROUPS * EACH];
        String[] words = new String[labels.length];
        String[] others = new String[labels.length];
        for (int i = 0; i < labels.length; i++) {
            cells[2 * i] = 1;
            cells[2 * i + 1] = random.nextGaussian();
            double eta = 0.5 + effects[i / EACH];
            labels[i] = switch (family) {
                case "poisson" -> Math.floor(FastMath.exp(eta) + random.nextDouble());
                case "gaussian", "student-t" -> eta + random.nextGaussian();
                case "negative-binomial" -> Math.floor(FastMath.exp(eta) * 2 * random.nextDouble());
                case "gamma" -> FastMath.exp(eta) * (0.1 + 1.8 * random.nextDouble());
                default -> random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
            };
            words[i] = "g" + i / EACH;
            others[i] = "h" + random.nextInt(3);
        }
        return new MixedRows(2, cells, labels, List.of("large", "small"), List.of(words, others));
    }

    private static Likelihood likelihood(String family) {
        return Likelihoods.named(family, 4, 0);
    }

    private static MixedModel model(MixedRows rows, Likelihood likelihood, List<RandomEffects> effects) {
        return model(rows, likelihood, effects, 1);
    }

    private static MixedModel model(
            MixedRows rows, Likelihood likelihood, List<RandomEffects> effects, double interceptSd) {
        return new MixedModel(
                rows.grouping(),
                effects,
                new boolean[] {true, false},
                likelihood,
                new GaussianPrior(new double[] {0.2}, new double[] {1 / (interceptSd * interceptSd)}),
                effects.stream()
                        .map(each -> EffectsPrior.halfStudent(each.size(), 1))
                        .toList(),
                likelihood.isNormal() || likelihood.dispersionName() == null ? null : new LogGamma(-1, 3, 1));
    }

    private static SiteDensity density(MixedModel model, InProcessBackend backend) {
        return new SiteDensity(EffectLayout.of(model), UNITS, backend, 1, MixedRows.KERNEL);
    }

    /** Log density with four degrees of freedom. */
    private static double studentT(double z) {
        return Math.log(0.375) - 2.5 * Math.log1p(z * z / 4);
    }

    private static double logLikelihood(String family, double label, double eta) {
        return switch (family) {
            case "poisson" -> label * eta - Math.exp(eta) - Gamma.logGamma(label + 1);
            case "gamma" -> Math.log(4 * label) - 2 * (eta + label * Math.exp(-eta));
            case "negative-binomial" ->
                Gamma.logGamma(label + 2)
                        - Gamma.logGamma(label + 1)
                        + label * eta
                        + 2 * Math.log(2)
                        - (label + 2) * Math.log(Math.exp(eta) + 2);
            case "student-t" -> studentT((label - eta) / Math.sqrt(0.5)) - 0.5 * Math.log(0.5);
            default -> label * eta - Math.log1p(Math.exp(eta));
        };
    }

    private static QuadratureRule trapezoid() {
        double[] nodes = new double[401];
        double[] weights = new double[nodes.length];
        for (int k = 0; k < nodes.length; k++) {
            nodes[k] = (k - 200) / 25.0;
            weights[k] = Math.exp(-0.5 * nodes[k] * nodes[k]) / Math.sqrt(2 * Math.PI) / 25;
        }
        return new QuadratureRule(nodes, weights);
    }

    /** Intercept and effects of one factor by nested quadrature: the sum's log, and the intercept's mean and sd. */
    private static double[] quadrature(MixedRows rows, String family, double sd) {
        return quadrature(rows, family, sd, 1);
    }

    private static double[] quadrature(MixedRows rows, String family, double sd, double interceptSd) {
        QuadratureRule rule = trapezoid();
        double sum = 0;
        double first = 0;
        double second = 0;
        for (int b = 0; b < rule.nodes().length; b++) {
            double beta = 0.2 + interceptSd * rule.nodes()[b];
            double log = 0;
            for (int g = 0; g < GROUPS; g++) {
                double inner = 0;
                for (int u = 0; u < rule.nodes().length; u++) {
                    double own = 0;
                    for (int i = g * EACH; i < (g + 1) * EACH; i++) {
                        own += logLikelihood(family, rows.labels()[i], beta + sd * rule.nodes()[u]);
                    }
                    inner += rule.weights()[u] * Math.exp(own);
                }
                log += Math.log(inner);
            }
            double mass = rule.weights()[b] * Math.exp(log);
            sum += mass;
            first += mass * beta;
            second += mass * beta * beta;
        }
        double mean = first / sum;
        return new double[] {Math.log(sum), mean, Math.sqrt(second / sum - mean * mean)};
    }

    @ParameterizedTest
    @ValueSource(strings = {"bernoulli", "poisson"})
    void evidenceAndMoments_areThoseOfQuadrature(String family) {
        MixedRows rows = rows(family);
        List<RandomEffects> one = List.of(new RandomEffects("large", List.of("(Intercept)"), new int[] {0}, false));
        MixedModel model = model(rows, likelihood(family), one);
        try (InProcessBackend backend =
                new InProcessBackend(List.of(List.of(rows.block(null, null))), MixedRows.KERNEL, 1)) {
            SiteDensity density = density(model, backend);
            for (double sd : new double[] {0.1, 0.8, 2.5}) {
                double[] x = {Math.cbrt(sd)};
                ComponentDensityEvaluation found = density.evaluate(x, true, null);
                double[] truth = quadrature(rows, family, sd);
                double lacks = truth[0] + density.coordinates().logPrior(x, new double[1]) - found.value();
                assertEquals(0, lacks, sd < 1 ? 0.03 : 0.04);
                // Rows of different levels share the intercept alone, which matters less the more levels differ
                double share = sd == 0.1 ? 1 : 0.15;
                assertEquals(lacks, found.correction(), share * Math.abs(lacks) + 1e-4, family + " " + sd);
                EffectMoments moments = present(found.moments());
                assertEquals(truth[1], moments.fixedEffectsPosterior().mean()[0], 0.02 * truth[2]);
                assertEquals(truth[2], moments.fixedEffectsPosterior().sd()[0], 0.02 * truth[2]);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bernoulli", "poisson"})
    void correction_isAllThatIndependentLevelsLack(String family) {
        MixedRows rows = rows(family);
        List<RandomEffects> one = List.of(new RandomEffects("large", List.of("(Intercept)"), new int[] {0}, false));
        MixedModel model = model(rows, likelihood(family), one, 0.01);
        try (InProcessBackend backend =
                new InProcessBackend(List.of(List.of(rows.block(null, null))), MixedRows.KERNEL, 1)) {
            for (double sd : new double[] {0.8, 2.5}) {
                double[] x = {Math.cbrt(sd)};
                double truth = quadrature(rows, family, sd, 0.01)[0];
                double[] errors = new double[30];
                for (int seed = 0; seed < errors.length; seed++) {
                    SiteDensity density =
                            new SiteDensity(EffectLayout.of(model), UNITS, backend, seed, MixedRows.KERNEL);
                    double prior = density.coordinates().logPrior(x, new double[1]);
                    errors[seed] = density.evaluate(x, false, null).correctedLogDensity() - prior - truth;
                }
                String words = family + " " + sd + ": " + Arrays.toString(errors);
                double standardError = MonteCarlo.standardError(errors);
                assertEquals(0, MonteCarlo.mean(errors), 4 * standardError, words);
                assertTrue(standardError * Math.sqrt(errors.length) < 1e-3, words);
            }
        }
    }

    private static EffectMoments present(EffectMoments moments) {
        assertNotNull(moments);
        return moments;
    }

    @Test
    void gradient_isThatOfDifferences() {
        MixedRows rows = rows("bernoulli");
        List<RandomEffects> crossed = List.of(
                new RandomEffects("large", List.of("(Intercept)", "x"), new int[] {0, 1}, true),
                new RandomEffects("small", List.of("(Intercept)"), new int[] {0}, false));
        MixedModel model = model(rows, likelihood("bernoulli"), crossed);
        try (InProcessBackend backend =
                new InProcessBackend(MixedRows.dealt(rows.block(null, null)), MixedRows.KERNEL, 2)) {
            SiteDensity density = density(model, backend);
            double[] x = {0.9, 0.8, 0.4, 0.7};
            ComponentDensityEvaluation warm = density.evaluate(x, true, null);
            double[] expected = FiniteDifference.gradient(
                    at -> density.evaluate(at, false, null).value(), x);
            assertArrayEquals(expected, warm.gradient(), 1e-3);
            double[] near = {0.95, 0.8, 0.4, 0.7};
            ComponentDensityEvaluation cold = density.evaluate(near, true, null);
            ComponentDensityEvaluation warmed = density.evaluate(near, true, warm);
            assertEquals(cold.value(), warmed.value(), 1e-7);
        }
    }

    /** A dispersion of 0.5 given, everything else by nested quadrature. */
    @ParameterizedTest
    @ValueSource(strings = {"gamma", "negative-binomial", "student-t"})
    void dispersedEvidence_isThatOfQuadrature(String family) {
        MixedRows rows = rows(family);
        List<RandomEffects> one = List.of(new RandomEffects("large", List.of("(Intercept)"), new int[] {0}, false));
        MixedModel model = model(rows, likelihood(family), one);
        try (InProcessBackend backend =
                new InProcessBackend(List.of(List.of(rows.block(null, null))), MixedRows.KERNEL, 1)) {
            SiteDensity density = density(model, backend);
            double[] x = {Math.cbrt(0.8), Math.log(0.5)};
            ComponentDensityEvaluation found = density.evaluate(x, true, null);
            double[] truth = quadrature(rows, family, 0.8);
            assertEquals(truth[0] + density.coordinates().logPrior(x, new double[2]), found.value(), 0.05);
            EffectMoments moments = present(found.moments());
            assertEquals(truth[1], moments.fixedEffectsPosterior().mean()[0], 0.02 * truth[2]);
            assertEquals(truth[2], moments.fixedEffectsPosterior().sd()[0], 0.02 * truth[2]);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gamma", "negative-binomial", "student-t"})
    void gradientInADispersion_isThatOfDifferences(String family) {
        MixedRows rows = rows(family);
        List<RandomEffects> crossed = List.of(
                new RandomEffects("large", List.of("(Intercept)", "x"), new int[] {0, 1}, false),
                new RandomEffects("small", List.of("(Intercept)"), new int[] {0}, false));
        MixedModel model = model(rows, likelihood(family), crossed);
        try (InProcessBackend backend =
                new InProcessBackend(MixedRows.dealt(rows.block(null, null)), MixedRows.KERNEL, 2)) {
            SiteDensity density = density(model, backend);
            assertEquals(4, density.coordinates().model().componentNames().size());
            double[] x = {0.9, 0.8, 0.7, -0.4};
            double[] expected = FiniteDifference.gradient(
                    at -> density.evaluate(at, false, null).value(), x);
            assertArrayEquals(expected, density.evaluate(x, true, null).gradient(), 2e-3);
        }
    }

    /** Sites of a normal likelihood are exact at once. */
    @Test
    void normalRows_haveTheEvidenceOfTheirSums() {
        MixedRows rows = rows("gaussian");
        List<RandomEffects> crossed = List.of(
                new RandomEffects("large", List.of("(Intercept)", "x"), new int[] {0, 1}, true),
                new RandomEffects("small", List.of("(Intercept)"), new int[] {0}, false));
        MixedModel model = model(rows, likelihood("gaussian"), crossed);
        double[] x = {0.9, 0.8, 0.4, 0.7};
        try (InProcessBackend backend =
                new InProcessBackend(MixedRows.dealt(rows.block(null, null)), MixedRows.KERNEL, 2)) {
            EffectLayout layout = EffectLayout.of(model);
            ArrowSums sums = backend.run(new NormalRowsPass(layout, UNITS));
            ComponentDensityEvaluation exact =
                    new NormalRowsDensity(ArrowStatistics.of(layout, sums), MixedRows.KERNEL).evaluate(x, true, null);
            ComponentDensityEvaluation found = density(model, backend).evaluate(x, true, null);
            assertEquals(exact.value(), found.value(), 1e-8);
            assertArrayEquals(exact.gradient(), found.gradient(), 1e-6);
        }
    }
}
