package io.credence;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.Posterior;
import io.credence.fit.FitState.FitStatus;
import io.credence.summary.SummaryRow;
import io.credence.testkit.Chains;
import io.credence.testkit.HamiltonianMonteCarlo;
import io.credence.testkit.LogDensity;
import io.credence.testkit.Nightly;
import io.credence.testkit.Repository;
import io.credence.testkit.TestSeed;
import io.credence.testkit.Textbook;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.hipparchus.random.RandomDataGenerator;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.random.Well19937c;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class InflatedCountsFitTest {

    private static final int ROWS = 300;
    private static final double[] TRUTH = {0.9, 0.4, -0.5, 0.8};
    private static final double PHI = 0.3;
    private static final double PRIOR_SD = 2;

    private double[][] features = new double[0][];
    private double[] labels = new double[0];

    private void draw(boolean poisson) {
        draw(poisson, ROWS);
    }

    private void draw(boolean poisson, int rows) {
        features = new double[rows][1];
        labels = new double[rows];
        Random random = new Random(TestSeed.of("inflated features"));
        RandomGenerator counts = new Well19937c(TestSeed.of("inflated counts"));
        for (int i = 0; i < rows; i++) {
            double x = random.nextGaussian();
            features[i][0] = x;
            double rate = Math.exp(TRUTH[0] + TRUTH[1] * x);
            double mean = poisson ? rate : RandomDataGenerator.of(counts).nextGamma(1 / PHI, PHI * rate);
            boolean inflated = random.nextDouble() < 1 / (1 + Math.exp(-TRUTH[2] - TRUTH[3] * x));
            labels[i] = inflated ? 0 : RandomDataGenerator.of(counts).nextPoisson(mean);
        }
    }

    /** A posterior of so many rows is all but normal, so that Markov chains of it find the same moments. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void fit_isWhatMarkovChainsFind(boolean poisson) {
        draw(poisson);
        Fit fit = converged(
                poisson ? inflated("poisson") : inflated("negative-binomial").with("model.dispersion", PHI));
        assertEquals(List.of("count:(Intercept)", "count:x1", "zero:(Intercept)", "zero:x1"), fit.names());
        double[] mean = fit.posterior().mean();
        double[] sd = fit.posterior().sd();
        Chains chains =
                new HamiltonianMonteCarlo(2, 150, 400, TestSeed.of("inflated chains")).run(density(poisson), mean, sd);
        assertTrue(chains.largestRHat() < 1.02);
        for (int j = 0; j < sd.length; j++) {
            Chains.Estimate expected = chains.mean(j);
            Chains.Estimate variance = chains.variance(j);
            assertWithin("mean " + j, expected.mean(), mean[j], 0.04 * sd[j] + 4 * expected.mcse());
            double allowed = 0.06 * variance.mean() + 4 * variance.mcse();
            assertWithin("variance " + j, variance.mean(), sd[j] * sd[j], allowed);
        }
    }

    private static Inference inflated(String counts) {
        return Inference.of("zero-inflated-" + counts)
                .prior("normal", Map.of("sd", PRIOR_SD))
                .kernel("java");
    }

    private Fit converged(Inference requested) {
        Fit fit = requested.fit(Rows.of(features, labels));
        assertEquals(FitStatus.CONVERGED, fit.result().status(), fit.result().stopReason());
        return fit;
    }

    @Test
    void fitByDraws_endsWhereTheExactOneDoes() {
        draw(true);
        Posterior exact = converged(inflated("poisson")).posterior();
        Posterior drawn = converged(inflated("poisson").with("estimator.kind", "curvature"))
                .posterior();
        for (int j = 0; j < TRUTH.length; j++) {
            assertWithin("mean " + j, exact.mean()[j], drawn.mean()[j], 0.05 * exact.sd()[j]);
            assertWithin("log sd " + j, Math.log(exact.sd()[j]), Math.log(drawn.sd()[j]), 0.05);
        }
    }

    /** Of so many rows that they decide: the likelihood of 300 may be largest without any excess, which zeros explain as well. */
    @Test
    void estimatedDispersion_isNearTheTrueOne() {
        draw(false, 5 * ROWS);
        Fit fit = converged(inflated("negative-binomial"));
        List<SummaryRow> rows = fit.summary();
        assertWithin("φ", PHI, rows.get(rows.size() - 1).mean(), 0.15);
    }

    static Stream<Arguments> fewRows() {
        return Nightly.cases(
                List.of(Arguments.of("poisson", false, 2.2), Arguments.of("poisson", true, 100)),
                List.of(
                        Arguments.of("poisson", false, 2.2),
                        Arguments.of("poisson", false, 100),
                        Arguments.of("poisson", true, 100),
                        Arguments.of("negative-binomial", true, 2.2)));
    }

    /** A column of size 10⁹, or no count above zero: next to nothing is known of the inflation, whose rows are wide. */
    @ParameterizedTest
    @MethodSource("fewRows")
    void fewRowsUnderWidePriors_converge(String counts, boolean allZero, double sd) {
        assertFewRowsConverge(counts, allZero, sd);
    }

    @Tag("nightly")
    @ParameterizedTest
    @CsvSource({
        "poisson, true, 2.2",
        "negative-binomial, false, 2.2",
        "negative-binomial, false, 1e4",
        "negative-binomial, true, 1e4"
    })
    void fewRowsUnderWiderPriors_converge(String counts, boolean allZero, double sd) {
        assertFewRowsConverge(counts, allZero, sd);
    }

    private static void assertFewRowsConverge(String counts, boolean allZero, double sd) {
        Textbook few =
                Textbook.of(Repository.file("conf/data/labour.csv"), "k618").part(0.03, 1);
        double[][] x = few.features();
        for (double[] row : x) {
            row[1] = allZero ? row[1] : 1e9 + 1e6 * row[1];
        }
        double[] y = allZero ? new double[x.length] : few.labels();
        Fit fit = inflated(counts).prior("normal", Map.of("sd", sd)).fit(Rows.of(x, y));
        assertEquals(FitStatus.CONVERGED, fit.result().status(), fit.result().stopReason());
        // With the posterior at the prior all-zero counts would be missed by far more.
        assertTrue(!allZero || fit.result().elbo() > -3, "bound " + fit.result().elbo());
    }

    /** The log posterior as it is written down, with differences for its gradient. */
    private LogDensity density(boolean poisson) {
        return new LogDensity() {
            @Override
            public int dimension() {
                return 4;
            }

            @Override
            public double value(double[] theta) {
                double sum = 0;
                for (double each : theta) {
                    sum -= 0.5 * each * each / (PRIOR_SD * PRIOR_SD);
                }
                for (int i = 0; i < ROWS; i++) {
                    double pi = 1 / (1 + Math.exp(-theta[2] - theta[3] * features[i][0]));
                    double count = logCount(poisson, labels[i], theta[0] + theta[1] * features[i][0]);
                    sum += labels[i] == 0 ? Math.log(pi + (1 - pi) * Math.exp(count)) : Math.log(1 - pi) + count;
                }
                return sum;
            }

            @Override
            public double evaluate(double[] theta, double[] gradient) {
                Arrays.setAll(gradient, j -> {
                    double[] above = theta.clone();
                    above[j] += 1e-5;
                    double[] below = theta.clone();
                    below[j] -= 1e-5;
                    return (value(above) - value(below)) / 2e-5;
                });
                return value(theta);
            }
        };
    }

    /** Up to what depends on the label alone. */
    private static double logCount(boolean poisson, double y, double eta) {
        double rate = Math.exp(eta);
        return poisson ? y * eta - rate : y * eta - (y + 1 / PHI) * Math.log1p(PHI * rate);
    }
}
