package io.credence;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.family.Posterior;
import io.credence.fit.FitState.FitStatus;
import io.credence.testkit.Chains;
import io.credence.testkit.HamiltonianMonteCarlo;
import io.credence.testkit.LogDensity;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OrderedClassesFitTest {

    private static final List<String> NAMES = List.of("a", "b");
    private static final double[] BETA = {0.9, -0.5};
    private static final double PRIOR_SD = 2;
    private static final double GAP_SD = 2.5;

    private static double[][] features(int rows) {
        Random random = new Random(TestSeed.of("ordered classes"));
        double[][] features = new double[rows][2];
        for (double[] row : features) {
            Arrays.setAll(row, j -> random.nextGaussian());
        }
        return features;
    }

    private static double[] labels(double[][] features, double... cutpoints) {
        Random random = new Random(TestSeed.of("ordered labels"));
        return Arrays.stream(features)
                .mapToDouble(x -> {
                    double u = random.nextDouble();
                    double latent = BETA[0] * x[0] + BETA[1] * x[1] + Math.log(u / (1 - u));
                    return Arrays.stream(cutpoints).filter(c -> latent > c).count();
                })
                .toArray();
    }

    private static Fit fit(Rows rows) {
        Fit fit = Inference.of("ordinal")
                .prior("normal", Map.of("sd", PRIOR_SD))
                .kernel("java")
                .fit(rows);
        assertEquals(FitStatus.CONVERGED, fit.result().status(), fit.result().stopReason());
        assertTrue(fit.isReliable());
        return fit;
    }

    /** Two classes are a logistic regression whose intercept is the cutpoint with its sign changed. */
    @Test
    void twoClasses_areALogisticRegression() {
        double[][] features = features(300);
        double[] labels = labels(features, 0.7);
        Posterior logistic = Inference.of("bernoulli")
                .prior("normal", Map.of("sd", PRIOR_SD))
                .kernel("java")
                .fit(Rows.of(NAMES, features, labels))
                .posterior();
        Fit ordered = fit(Rows.withoutIntercept(NAMES, features, labels));
        assertEquals(List.of("a", "b", "0|1"), ordered.names());
        double[] expected = {logistic.mean()[1], logistic.mean()[2], -logistic.mean()[0]};
        double[] sd = {logistic.sd()[1], logistic.sd()[2], logistic.sd()[0]};
        for (int j = 0; j < 3; j++) {
            assertWithin("mean " + j, expected[j], ordered.posterior().mean()[j], 0.05 * sd[j]);
            assertWithin(
                    "log sd " + j, Math.log(sd[j]), Math.log(ordered.posterior().sd()[j]), 0.05);
        }
    }

    /** A posterior of so many rows is all but normal, so that Markov chains of it find the same moments. */
    @Test
    void fourClasses_areWhatMarkovChainsFind() {
        double[][] features = features(400);
        double[] labels = labels(features, -1.2, 0.1, 1.5);
        Fit fit = fit(Rows.withoutIntercept(NAMES, features, labels));
        assertEquals(List.of("a", "b", "0|1", "log(1|2 - 0|1)", "log(2|3 - 1|2)"), fit.names());
        double[] sd = fit.posterior().sd();
        Chains chains = new HamiltonianMonteCarlo(4, 400, 1000, TestSeed.of("ordered chains"))
                .run(density(features, labels), fit.posterior().mean(), sd);
        assertTrue(chains.largestRHat() < 1.02);
        for (int j = 0; j < sd.length; j++) {
            Chains.Estimate mean = chains.mean(j);
            Chains.Estimate variance = chains.variance(j);
            assertWithin("mean " + j, mean.mean(), fit.posterior().mean()[j], 0.03 * sd[j] + 4 * mean.mcse());
            double allowed = 0.06 * variance.mean() + 4 * variance.mcse();
            assertWithin("variance " + j, variance.mean(), sd[j] * sd[j], allowed);
        }
    }

    /** The log posterior as it is written down, with differences for its gradient. */
    private static LogDensity density(double[][] features, double[] labels) {
        return new LogDensity() {
            @Override
            public int dimension() {
                return 5;
            }

            @Override
            public double value(double[] theta) {
                double[] cuts = {
                    Double.NEGATIVE_INFINITY,
                    theta[2],
                    theta[2] + Math.exp(theta[3]),
                    theta[2] + Math.exp(theta[3]) + Math.exp(theta[4]),
                    Double.POSITIVE_INFINITY
                };
                double sum = 0;
                for (int j = 0; j < 5; j++) {
                    double sd = j < 3 ? PRIOR_SD : GAP_SD;
                    sum -= 0.5 * theta[j] * theta[j] / (sd * sd);
                }
                for (int i = 0; i < labels.length; i++) {
                    double eta = theta[0] * features[i][0] + theta[1] * features[i][1];
                    int y = (int) labels[i];
                    sum += Math.log(1 / (1 + Math.exp(eta - cuts[y + 1])) - 1 / (1 + Math.exp(eta - cuts[y])));
                }
                return sum;
            }

            @Override
            public double evaluate(double[] theta, double[] gradient) {
                for (int j = 0; j < 5; j++) {
                    double[] moved = theta.clone();
                    moved[j] += 1e-5;
                    double above = value(moved);
                    moved[j] -= 2e-5;
                    gradient[j] = (above - value(moved)) / 2e-5;
                }
                return value(theta);
            }
        };
    }

    @Test
    void rowsWithAColumnOfOnes_areRefused() {
        double[][] features = features(30);
        double[] labels = labels(features, 0, 1);
        ConfigurationException refused = assertThrows(
                ConfigurationException.class, () -> Inference.of("ordinal").fit(Rows.of(NAMES, features, labels)));
        assertTrue(refused.getMessage().contains("without a column of ones"), refused.getMessage());
    }

    @Test
    void whatCutpointsCannotFollow_isRefused() {
        Inference ordinal = Inference.of("ordinal");
        assertThrows(
                ConfigurationException.class,
                () -> ordinal.with("estimator.kind", "exact").config());
        assertThrows(
                ConfigurationException.class,
                () -> ordinal.with("objective.kind", "gvi")
                        .with("objective.loss.kind", "beta")
                        .config());
        double[][] features = features(30);
        double[] labels = labels(features, 0, 1);
        Rows rows = Rows.withoutIntercept(NAMES, features, labels);
        assertThrows(
                ConfigurationException.class,
                () -> ordinal.prior("laplace", Map.of()).fit(rows));
    }
}
