package io.credence;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.fit.FitResult;
import io.credence.fit.FitState.FitStatus;
import io.credence.testkit.Nightly;
import io.credence.testkit.TestSeed;
import io.credence.testkit.Textbook;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Families that hold every Gaussian, or nearly, against the Gaussian with a full covariance whose bound is known by exact
 * expectation: on correlated columns of a logistic regression they find that bound and that covariance.
 */
class FamiliesOnDataTest {

    private static final int N = 300;
    private static final int D = 5;

    private static final Rows ROWS = rows();
    private static final Fit EXACT = Inference.of("bernoulli").kernel("java").fit(ROWS);

    /** Four standardised columns, each correlated with the one before it, and labels of a logit link. */
    private static Rows rows() {
        Random random = new Random(TestSeed.of("families on data"));
        double[][] features = new double[N][D - 1];
        for (double[] row : features) {
            for (int j = 0; j < row.length; j++) {
                row[j] = (j == 0 ? 0 : 0.7 * row[j - 1]) + random.nextGaussian();
            }
        }
        for (int j = 0; j < D - 1; j++) {
            int column = j;
            double mean = Arrays.stream(features)
                    .mapToDouble(row -> row[column])
                    .average()
                    .orElseThrow();
            double variance = Arrays.stream(features)
                    .mapToDouble(row -> (row[column] - mean) * (row[column] - mean))
                    .average()
                    .orElseThrow();
            Arrays.stream(features).forEach(row -> row[column] = (row[column] - mean) / Math.sqrt(variance));
        }
        double[] labels = new double[N];
        for (int i = 0; i < N; i++) {
            double[] x = features[i];
            labels[i] = PartitionedRows.bernoulli(-0.8 + 1.1 * x[0] - 0.5 * x[1] + 0.6 * x[2] + 0.2 * x[3], random);
        }
        return Rows.of(features, labels);
    }

    /**
     * Entropy that a t with ν degrees of freedom lacks beside the Gaussian of the same covariance, nats: what its bound costs
     * where the log posterior is quadratic, whose best t has the covariance of the best Gaussian.
     */
    private static double missingEntropy(double nu) {
        return missingEntropy(nu, D);
    }

    private static double missingEntropy(double nu, int d) {
        double half = 0.5 * (nu + d);
        double ofStudent = Gamma.logGamma(0.5 * nu)
                - Gamma.logGamma(half)
                + 0.5 * d * Math.log(nu * Math.PI)
                + half * (Gamma.digamma(half) - Gamma.digamma(0.5 * nu))
                + 0.5 * d * Math.log((nu - 2) / nu);
        return 0.5 * d * (1 + Math.log(2 * Math.PI)) - ofStudent;
    }

    /**
     * The bound is known to its stated error, and an answer may leave 0.001 nats per number of the posterior. Means and log
     * standard deviations are known to the stated error in standard deviations, variances to twice that, each four of
     * them; 0.02 is for what is left.
     */
    private static void assertIsTheGaussian(Fit fit, double cost) {
        FitResult result = fit.result();
        assertTrue(fit.isConverged(), result.stopReason() + " " + result.decisions());
        Double best = EXACT.result().elbo();
        Double stated = result.elbo();
        FitResult.DrawNoise noise = result.drawNoise();
        assertNotNull(best);
        assertNotNull(stated);
        assertNotNull(noise);
        double left = 0.001 * fit.posterior().parameters().length;
        double error = 4 * noise.elboError();
        assertTrue(error < 0.05, "a standard error of " + noise.elboError() + " shows nothing");
        assertWithin("bound", best - cost - left / 2, stated, left / 2 + error);
        double[] expected = EXACT.posterior().covariance();
        double[] found = fit.posterior().covariance();
        double[] sd = EXACT.posterior().sd();
        assertEquals(D * D, found.length);
        for (int i = 0; i < D; i++) {
            double allowed = (4 * noise.mcse() + 0.02) * sd[i];
            assertWithin(
                    "mean " + i, EXACT.posterior().mean()[i], fit.posterior().mean()[i], allowed);
            for (int j = 0; j < D; j++) {
                int at = i * D + j;
                assertWithin("covariance " + at, expected[at], found[at], (8 * noise.mcse() + 0.02) * sd[i] * sd[j]);
            }
        }
    }

    private static Fit fit(String family, Map<String, ?> options) {
        return Inference.of("bernoulli")
                .kernel("java")
                .posterior(family, options)
                .fit(ROWS);
    }

    /** Iris versicolor and virginica in centimetres: columns far from their means in units of their spread, hence correlations with the intercept. */
    private static Rows raw() {
        Textbook iris = Textbook.iris();
        int first = 50;
        double[] labels = Arrays.stream(iris.labels(), first, iris.labels().length)
                .map(label -> label - 1)
                .toArray();
        return Rows.of(Arrays.copyOfRange(iris.features(), first, iris.features().length), labels);
    }

    /** Of each family the Gaussian that it contains, or one of which it falls short by what its tails cost. */
    static Stream<Arguments> contained() {
        List<Arguments> all = List.of(
                Arguments.of("gaussian-low-rank", Map.of("rank", 1), "gaussian-diagonal", 0.0),
                Arguments.of("gaussian-mixture", Map.of("components", 2), "gaussian-diagonal", 0.0),
                Arguments.of("student-t-full", Map.of(), "gaussian-full", missingEntropy(5, D)),
                Arguments.of("student-t-diagonal", Map.of(), "gaussian-diagonal", D * missingEntropy(5, 1)));
        return Nightly.cases(all.subList(0, 3), all);
    }

    @ParameterizedTest
    @MethodSource("contained")
    void rawColumns_noFamilyEndsBelowTheGaussianItContains(
            String family, Map<String, ?> options, String gaussian, double cost) {
        Inference requested = Inference.of("bernoulli").kernel("java").prior("normal", Map.of("sd", Math.sqrt(5)));
        Double least = requested.posterior(gaussian).fit(raw()).result().elbo();
        FitResult found = requested.posterior(family, options).fit(raw()).result();
        assertEquals(FitStatus.CONVERGED, found.status(), found.stopReason());
        Double bound = found.elbo();
        FitResult.DrawNoise noise = found.drawNoise();
        assertNotNull(least);
        assertNotNull(bound);
        assertNotNull(noise);
        assertTrue(noise.elboError() < 0.05, "a standard error of " + noise.elboError() + " shows nothing");
        assertTrue(bound > least - cost - 4 * noise.elboError() - 0.01, bound + " below " + least);
    }

    @Test
    void exactFit_hasCorrelations() {
        double[] covariance = EXACT.posterior().covariance();
        double[] sd = EXACT.posterior().sd();
        assertTrue(EXACT.isConverged());
        assertTrue(Math.abs(covariance[D + 2]) > 0.3 * sd[1] * sd[2], Arrays.toString(covariance));
    }

    @Test
    void studentOfThirtyDegrees_costsItsEntropy() {
        double cost = missingEntropy(30);
        assertWithin("of one that is nearly normal", 0, missingEntropy(1e4), 1e-6);
        assertWithin("cost", 0.01, cost, 0.002);
        assertIsTheGaussian(fit("student-t-full", Map.of("degreesOfFreedom", 30)), cost);
    }

    @Test
    void lowRankOfFullRank_isTheFullGaussian() {
        assertIsTheGaussian(fit("gaussian-low-rank", Map.of("rank", D)), 0);
    }

    @Test
    void mixtureOfOneFullComponent_isTheFullGaussian() {
        assertIsTheGaussian(fit("gaussian-mixture", Map.of("components", 1, "component", "full")), 0);
    }
}
