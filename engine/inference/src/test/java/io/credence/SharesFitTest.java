package io.credence;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.diagnostic.LeftOutRow;
import io.credence.family.NormalMixture;
import io.credence.family.law.LogNormalDispersion;
import io.credence.likelihood.PairedResponse;
import io.credence.likelihood.PredictiveMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.predict.PosteriorPredictive;
import io.credence.predict.Prediction;
import io.credence.predict.PredictiveCheck;
import io.credence.predict.ScoringModel;
import io.credence.testkit.Repository;
import io.credence.testkit.TestSeed;
import io.credence.testkit.Textbook;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.random.Well19937c;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shares between 0 and 1 by the builder. */
class SharesFitTest {

    private static Inference vague(String family) {
        return VaguePriors.of(family, VaguePriors.dispersion());
    }

    /** BetaModel of statsmodels 0.15.0; the logarithm of its precision is 3.57261900 with the standard error 0.22695131. */
    @ParameterizedTest
    @ValueSource(strings = {"exact", "curvature"})
    void vagueFit_isNearTheMaximumLikelihoodOfStatsmodels(String estimator) {
        double[] estimate = {-0.62254917, -0.01229883, 0.11846218};
        double[] error = {0.22137205, 0.00308402, 0.03573727};
        Textbook food = Textbook.of(Repository.file("conf/data/food.csv"), "share");
        Fit fit = vague("beta")
                .with("estimator.kind", estimator)
                .fit(Rows.of(List.of("income", "persons"), food.features(), food.labels()));
        assertTrue(fit.isConverged(), () -> fit.result().stopReason());
        for (int j = 0; j < estimate.length; j++) {
            assertWithin(fit.names().get(j), estimate[j], fit.posterior().mean()[j], 0.2 * error[j]);
            assertEquals(
                    1, fit.posterior().sd()[j] / error[j], 0.12, fit.names().get(j));
        }
        double precision = 1 / fit.summary().get(estimate.length).mean();
        assertWithin("log precision", 3.57261900, Math.log(precision), 0.7 * 0.22695131);
    }

    private static final PairedResponse COUNTS =
            Objects.requireNonNull(Likelihoods.named("beta-binomial", 4, 2).pairedResponse());

    /**
     * Claims of policy holders by whether the district is 4 and the age above 35: maximum likelihood of the same density by
     * GenericLikelihoodModel of statsmodels 0.15.0. The logarithm of the precision is 4.86549920 with the standard error 0.34407649.
     */
    @Test
    void vagueCounts_areNearTheMaximumLikelihood() throws IOException {
        double[] estimate = {-1.56860081, 0.19950473, -0.32454017};
        double[] error = {0.05540810, 0.10940915, 0.08713086};
        List<String[]> cells = Files.readAllLines(Repository.file("conf/data/insurance.csv")).stream()
                .skip(1)
                .map(line -> line.split(","))
                .toList();
        double[][] x = cells.stream()
                .map(row -> new double[] {row[0].equals("4") ? 1 : 0, row[2].equals(">35") ? 1 : 0})
                .toArray(double[][]::new);
        double[] labels = cells.stream()
                .mapToDouble(row -> COUNTS.encodeLabel(Double.parseDouble(row[4]), Double.parseDouble(row[3])))
                .toArray();
        Fit fit = vague("beta-binomial").fit(Rows.of(List.of("four", "old"), x, labels));
        assertTrue(fit.isReliable(), () -> fit.reliability().toString());
        for (int j = 0; j < estimate.length; j++) {
            assertWithin(fit.names().get(j), estimate[j], fit.posterior().mean()[j], 0.2 * error[j]);
            assertEquals(
                    1, fit.posterior().sd()[j] / error[j], 0.12, fit.names().get(j));
        }
        assertWithin("log precision", 4.86549920, -fit.scale().meanLog(), 0.5 * 0.34407649);
        PredictiveCheck check = Objects.requireNonNull(fit.predictive());
        assertFalse(check.statistics().stream().anyMatch(PredictiveCheck.Statistic::isUnreproduced), check.toString());
        List<LeftOutRow> rows = Objects.requireNonNull(fit.leaveOneOut()).rows().allRows();
        assertEquals(38, rows.get(0).label());
    }

    /** The probability of a trial, whose own spread no intervals have. */
    @Test
    void predictedTrial_hasAProbability() {
        ScoringModel model = ScoringModel.of(
                Likelihoods.named("beta-binomial", 4, 2),
                NormalMixture.of(new double[] {0.4}, new double[] {0.3}),
                new LogNormalDispersion(-2, 0.3),
                0.9);
        Prediction found = new PosteriorPredictive(model).predict(new int[] {0}, new double[] {1}, 1, 0);
        double[] probability = Objects.requireNonNull(found.probability());
        assertEquals(PredictiveMoments.expectedLogistic(0.4, 0.3), probability[1], 1e-12);
    }

    private static double[] drawn(double[][] x, double phi, RandomGenerator random) {
        ResponseSampler shares =
                Objects.requireNonNull(Likelihoods.named("beta", 4, 0).responseSampler());
        double[] labels = new double[x.length];
        for (int i = 0; i < x.length; i++) {
            x[i] = new double[] {random.nextGaussian()};
            labels[i] = shares.draw(new double[] {-0.5 + 0.8 * x[i][0]}, phi, random);
        }
        return labels;
    }

    @Test
    void sharesOfTheModel_areNotOff() {
        double[][] x = new double[500][];
        double[] labels = drawn(x, 0.1, new Well19937c(TestSeed.of("shares")));
        Fit fit = Inference.of("beta").fit(Rows.of(List.of("x"), x, labels));
        assertTrue(fit.isReliable(), () -> fit.reliability().toString());
        assertWithin("slope", 0.8, fit.mean("x"), 4 * fit.sd("x"));
        assertWithin("φ", 0.1, fit.scale().mean(), 4 * fit.scale().sd());
        PredictiveCheck check = Objects.requireNonNull(fit.predictive());
        assertEquals(7, check.statistics().size());
        assertFalse(check.statistics().stream().anyMatch(PredictiveCheck.Statistic::isUnreproduced), check.toString());
    }

    @Test
    void sharesInGroups_haveTheirSpread() {
        int levels = 20;
        RandomGenerator random = new Well19937c(TestSeed.of("shares in groups"));
        ResponseSampler shares =
                Objects.requireNonNull(Likelihoods.named("beta", 4, 0).responseSampler());
        double[][] x = new double[200][];
        double[] labels = new double[x.length];
        String[] groups = new String[x.length];
        double[] effects = new double[levels];
        Arrays.setAll(effects, level -> 0.7 * random.nextGaussian());
        for (int i = 0; i < x.length; i++) {
            x[i] = new double[] {random.nextGaussian()};
            groups[i] = "g" + i % levels;
            labels[i] = shares.draw(new double[] {0.8 * x[i][0] + effects[i % levels]}, 0.1, random);
        }
        Fit fit = Inference.of("beta")
                .with("model.groups", List.of(Map.of("by", "g", "columns", List.of("(Intercept)"))))
                .fit(Rows.of(List.of("x"), x, labels).inGroups("g", Arrays.asList(groups)));
        assertTrue(fit.isConverged(), () -> fit.result().stopReason());
        assertWithin("slope", 0.8, fit.mean("x"), 4 * fit.sd("x"));
    }
}
