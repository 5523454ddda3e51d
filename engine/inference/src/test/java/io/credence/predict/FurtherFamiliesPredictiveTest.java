package io.credence.predict;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.NormalMixture;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.Random;
import org.hipparchus.random.RandomDataGenerator;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.random.Well19937c;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ordered classes and counts inflated by zeros, against draws of parameters and responses. */
class FurtherFamiliesPredictiveTest {

    private static final int DRAWS = 40_000;
    private static final int[] INDICES = {0, 1};
    private static final double[] ROW = {1, -0.7};
    private static final double OFFSET = 0.4;
    private static final DispersionPosterior ONE = new DispersionPosterior.Known(1);

    private static double[] covariance(double... sd) {
        int d = sd.length;
        double[] covariance = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                covariance[i * d + j] = sd[i] * sd[j] * (i == j ? 1 : (i + j) % 2 == 0 ? 0.3 : -0.4);
            }
        }
        return covariance;
    }

    private static double[][] draws(double[] mean, double[] covariance) {
        double[] root =
                Cholesky.of(JavaDenseKernel.INSTANCE, covariance, mean.length).factor();
        Random random = new Random(TestSeed.of("further families"));
        double[][] draws = new double[DRAWS][mean.length];
        for (double[] draw : draws) {
            double[] z =
                    random.doubles(mean.length).map(u -> random.nextGaussian()).toArray();
            for (int i = 0; i < draw.length; i++) {
                draw[i] = mean[i];
                for (int j = 0; j <= i; j++) {
                    draw[i] += root[i * draw.length + j] * z[j];
                }
            }
        }
        return draws;
    }

    /** The law of a distance between cutpoints is skewed, which is left out; so wide as here that is 2e-3. */
    @Test
    void orderedClasses_haveTheProbabilitiesOfDraws() {
        double[] mean = {0.8, -0.5, -0.9, 0.1, -0.4};
        double[] covariance = covariance(0.3, 0.4, 0.3, 0.25, 0.3);
        NormalMixture parameters = NormalMixture.of(mean, covariance);
        PosteriorPredictive predictive =
                new PosteriorPredictive(ScoringModel.of(Likelihoods.named("ordinal", 4, 4), parameters, ONE, 0.9));
        Prediction prediction = predictive.predict(INDICES, ROW, 2, OFFSET);
        double[] found = prediction.probability();
        assertNotNull(found);
        assertEquals(1, Arrays.stream(found).sum(), 1e-12);
        assertNull(prediction.expectedSpread());
        double[][] each = new double[4][DRAWS];
        double[][] draws = draws(mean, covariance);
        for (int s = 0; s < DRAWS; s++) {
            double[] theta = draws[s];
            double eta = theta[0] * ROW[0] + theta[1] * ROW[1] + OFFSET;
            double[] cut = {theta[2], theta[2] + Math.exp(theta[3]), 0};
            cut[2] = cut[1] + Math.exp(theta[4]);
            double below = 0;
            for (int k = 0; k < 4; k++) {
                double upTo = k == 3 ? 1 : 1 / (1 + Math.exp(eta - cut[k]));
                each[k][s] = upTo - below;
                below = upTo;
            }
        }
        int best = 0;
        for (int k = 0; k < 4; k++) {
            double allowed = 2e-3 + 4 * MonteCarlo.standardError(each[k]);
            assertWithin("class " + k, MonteCarlo.mean(each[k]), found[k], allowed);
            best = found[k] > found[best] ? k : best;
        }
        assertEquals(best, prediction.prediction());
    }

    @Test
    void orderedClassesOfPoints_areThoseOfThePoint() {
        double[] mean = {0.8, -0.5, -0.9, 0.1};
        for (double[] none : new double[][] {{}, new double[4], new double[16]}) {
            Prediction prediction = new PosteriorPredictive(
                            ScoringModel.of(Likelihoods.named("ordinal", 4, 3), NormalMixture.of(mean, none), ONE, 0.9))
                    .predict(INDICES, ROW, 2, 0);
            double eta = 0.8 + 0.5 * 0.7;
            double[] found = prediction.probability();
            assertNotNull(found);
            assertEquals(1 / (1 + Math.exp(eta + 0.9)), found[0], 1e-12);
            assertEquals(1 - 1 / (1 + Math.exp(eta + 0.9 - Math.exp(0.1))), found[2], 1e-12);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "zero-inflated-poisson",
                "zero-inflated-negative-binomial",
                "hurdle-poisson",
                "hurdle-negative-binomial"
            })
    void countsWithAPartForZeros_areThoseOfDraws(String family) {
        boolean poisson = family.endsWith("poisson");
        double phi = 0.6;
        double[] mean = {1.1, -0.3, -0.6, 0.5};
        double[] covariance = covariance(0.3, 0.35, 0.5, 0.6);
        Prediction prediction = new PosteriorPredictive(ScoringModel.of(
                        Likelihoods.named(family, 4, 0),
                        NormalMixture.of(mean, covariance),
                        new DispersionPosterior.Known(phi),
                        0.8))
                .predict(INDICES, ROW, 2, OFFSET);
        RandomGenerator random = new Well19937c(TestSeed.of("counts with a part for zeros"));
        double[] responses = new double[DRAWS];
        double[][] draws = draws(mean, covariance);
        for (int s = 0; s < DRAWS; s++) {
            double[] theta = draws[s];
            double rate = Math.exp(theta[0] * ROW[0] + theta[1] * ROW[1] + OFFSET);
            boolean zero = random.nextDouble() < 1 / (1 + Math.exp(-theta[2] * ROW[0] - theta[3] * ROW[1]));
            while (!zero && responses[s] == 0) {
                responses[s] =
                        count(poisson ? rate : RandomDataGenerator.of(random).nextGamma(1 / phi, phi * rate), random);
                zero = !family.startsWith("hurdle");
            }
        }
        MonteCarlo.assertWithin4StandardErrors("mean", prediction.prediction(), responses);
        Double sd = prediction.responseSpread().sd();
        assertNotNull(sd);
        double[] squares = Arrays.stream(responses)
                .map(y -> (y - prediction.prediction()) * (y - prediction.prediction()))
                .toArray();
        MonteCarlo.assertWithin4StandardErrors("variance", sd * sd, squares);
        assertNotNull(prediction.responseSpread().lower());
        assertNotNull(prediction.responseSpread().upper());
        assertQuantile(0.1, prediction.responseSpread().lower(), responses);
        assertQuantile(0.9, prediction.responseSpread().upper(), responses);
        assertNull(prediction.probability());
    }

    private static double count(double rate, RandomGenerator random) {
        return rate < 1e-12 ? 0 : RandomDataGenerator.of(random).nextPoisson(rate);
    }

    private static void assertQuantile(double p, double at, double[] responses) {
        double allowed = 4 * Math.sqrt(p * (1 - p) / responses.length) + 2e-3;
        double upTo = Arrays.stream(responses).filter(y -> y <= at).count() / (double) responses.length;
        double below = Arrays.stream(responses).filter(y -> y < at).count() / (double) responses.length;
        assertTrue(below - allowed <= p && p <= upTo + allowed, at + " is no quantile of " + p + ": " + upTo);
    }
}
