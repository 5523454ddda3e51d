package io.credence.predict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.NormalMixture;
import io.credence.family.law.DispersionPosterior;
import io.credence.family.law.LogNormalDispersion;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.NormalTail;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.hipparchus.distribution.continuous.TDistribution;
import org.hipparchus.distribution.continuous.WeibullDistribution;
import org.hipparchus.random.JDKRandomGenerator;
import org.hipparchus.random.RandomDataGenerator;
import org.hipparchus.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class PosteriorPredictiveTest {

    private static final int DRAWS = 200_000;
    private static final double[] MEAN = {0.4, -0.3};
    private static final double[] COVARIANCE = {0.30, 0.05, 0.05, 0.10};
    private static final int[] INDICES = {0, 1};
    private static final double[] ROW = {1, 1.5};
    private static final double OFFSET = 0.7;

    private static Stream<Arguments> families() {
        DispersionPosterior none = new DispersionPosterior.Known(1);
        DispersionPosterior wide = new LogNormalDispersion(-1, 0.4);
        DispersionPosterior narrow = new LogNormalDispersion(-1, 0.05);
        DispersionPosterior few = new DispersionPosterior.InverseGamma(4, 2);
        DispersionPosterior many = new DispersionPosterior.InverseGamma(400, 200);
        return Stream.of(
                Arguments.of("gaussian", few, 1.0),
                Arguments.of("gaussian", many, 1.0),
                Arguments.of("gaussian", new DispersionPosterior.Known(0.01), 4.0),
                Arguments.of("student-t", wide, 1.0),
                Arguments.of("student-t", narrow, 0.01),
                Arguments.of("gamma", wide, 1.0),
                Arguments.of("gamma", narrow, 0.1),
                Arguments.of("gamma", new DispersionPosterior.Known(1e-5), 1.0),
                Arguments.of("beta", wide, 1.0),
                Arguments.of("beta", new DispersionPosterior.Known(0.01), 1.0),
                Arguments.of("beta", new DispersionPosterior.Known(1e-5), 1.0),
                Arguments.of("exponential", none, 1.0),
                Arguments.of("weibull", wide, 0.5),
                Arguments.of("weibull", narrow, 0.1),
                Arguments.of("tweedie", wide, 1.0),
                Arguments.of("tweedie", new DispersionPosterior.Known(4), 0.1),
                Arguments.of("poisson", none, 1.0),
                Arguments.of("poisson", none, 4.0),
                Arguments.of("negative-binomial", wide, 1.0),
                Arguments.of("negative-binomial", narrow, 0.1));
    }

    private static double linear() {
        return OFFSET + MEAN[0] * ROW[0] + MEAN[1] * ROW[1];
    }

    private static double variance(double factor) {
        double a = ROW[0];
        double b = ROW[1];
        return factor * (a * a * COVARIANCE[0] + 2 * a * b * COVARIANCE[1] + b * b * COVARIANCE[3]);
    }

    private static ScoringModel model(String family, DispersionPosterior scale, double factor) {
        double[] covariance = COVARIANCE.clone();
        for (int i = 0; i < 4; i++) {
            covariance[i] *= factor;
        }
        return ScoringModel.of(Likelihoods.named(family, 5, 2), NormalMixture.of(MEAN, covariance), scale, 0.9);
    }

    private static double draw(DispersionPosterior scale, RandomGenerator random) {
        if (scale instanceof LogNormalDispersion normal) {
            return Math.exp(normal.logMean() + normal.logSd() * random.nextGaussian());
        }
        return scale instanceof DispersionPosterior.InverseGamma factor
                ? 1 / RandomDataGenerator.of(random).nextGamma(factor.shape(), 1 / factor.scale())
                : scale.mean();
    }

    private static double respond(String family, double eta, double phi, RandomGenerator random) {
        double mean = Math.exp(eta);
        return switch (family) {
            case "gaussian" -> eta + Math.sqrt(phi) * random.nextGaussian();
            case "student-t" ->
                eta + Math.sqrt(phi) * RandomDataGenerator.of(random).nextDeviate(new TDistribution(5));
            case "gamma" -> RandomDataGenerator.of(random).nextGamma(1 / phi, mean * phi);
            case "beta" -> {
                double share = mean / (1 + mean);
                yield RandomDataGenerator.of(random).nextBeta(share / phi, (1 - share) / phi);
            }
            case "exponential" -> -mean * Math.log(random.nextDouble());
            case "weibull" -> RandomDataGenerator.of(random).nextDeviate(new WeibullDistribution(1 / phi, mean));
            case "tweedie" -> {
                double number = poisson(2 * Math.sqrt(mean) / phi, random);
                double each = 0.5 * phi * Math.sqrt(mean);
                yield number == 0 ? 0 : RandomDataGenerator.of(random).nextGamma(number, each);
            }
            case "poisson" -> poisson(mean, random);
            default -> poisson(RandomDataGenerator.of(random).nextGamma(1 / phi, mean * phi), random);
        };
    }

    private static double poisson(double mean, RandomGenerator random) {
        return mean < 1e-12 ? 0 : RandomDataGenerator.of(random).nextPoisson(mean);
    }

    private static RandomGenerator random(String name) {
        JDKRandomGenerator generator = new JDKRandomGenerator();
        generator.setSeed(TestSeed.of(name));
        return generator;
    }

    @ParameterizedTest
    @MethodSource("families")
    void prediction_agreesWithDraws(String family, DispersionPosterior scale, double factor) {
        Prediction prediction = new PosteriorPredictive(model(family, scale, factor)).predict(INDICES, ROW, 2, OFFSET);
        RandomGenerator random = random(family + scale);
        double[] draws = new double[DRAWS];
        double[] below = new double[DRAWS];
        double[] above = new double[DRAWS];
        double[] squares = new double[DRAWS];
        Double lower = prediction.responseSpread().lower();
        Double upper = prediction.responseSpread().upper();
        assertNotNull(lower);
        assertNotNull(upper);
        for (int s = 0; s < DRAWS; s++) {
            double eta = linear() + Math.sqrt(variance(factor)) * random.nextGaussian();
            draws[s] = respond(family, eta, draw(scale, random), random);
            below[s] = draws[s] <= lower ? 1 : 0;
            above[s] = draws[s] <= upper ? 1 : 0;
            squares[s] = Math.pow(draws[s] - prediction.prediction(), 2);
        }
        MonteCarlo.assertWithin4StandardErrors(family + " mean", prediction.prediction(), draws);
        if (factor <= 1 && !(scale instanceof DispersionPosterior.InverseGamma factorOf && factorOf.shape() < 5)) {
            Double sd = prediction.responseSpread().sd();
            assertNotNull(sd);
            MonteCarlo.assertWithin4StandardErrors(family + " variance", sd * sd, squares);
        }
        boolean counts = family.equals("poisson") || family.equals("negative-binomial");
        if (counts) {
            assertSmallestQuantile(0.05, lower, draws);
            assertSmallestQuantile(0.95, upper, draws);
        } else {
            double least = lower == 0 ? MonteCarlo.mean(below) : 0.05;
            assertTrue(least >= 0.05);
            MonteCarlo.assertWithin4StandardErrors(family + " lower", least, below);
            MonteCarlo.assertWithin4StandardErrors(family + " upper", 0.95, above);
        }
    }

    /** P(Y ≤ q) reaches p and P(Y ≤ q − 1) does not, within the draws' error. */
    private static void assertSmallestQuantile(double p, double q, double[] draws) {
        double at = Arrays.stream(draws).filter(y -> y <= q).count() / (double) draws.length;
        double before = Arrays.stream(draws).filter(y -> y <= q - 1).count() / (double) draws.length;
        double error = 4 * Math.sqrt(p * (1 - p) / draws.length);
        assertTrue(at > p - error && before < p + error, () -> q + " for " + p + " but " + before + ", " + at);
    }

    @ParameterizedTest
    @MethodSource("bernoulli")
    void bernoulli_intervalIsOfTheProbability(String family) {
        Prediction prediction = new PosteriorPredictive(model(family, new DispersionPosterior.Known(1), 1))
                .predict(INDICES, ROW, 2, OFFSET);
        Random random = new Random(TestSeed.of(family));
        double[] draws = new double[DRAWS];
        double[] inside = new double[DRAWS];
        for (int s = 0; s < DRAWS; s++) {
            double eta = linear() + Math.sqrt(variance(1)) * random.nextGaussian();
            draws[s] = family.equals("bernoulli") ? 1 / (1 + Math.exp(-eta)) : NormalTail.cdf(eta);
            inside[s] = draws[s] >= prediction.expectedSpread().lower()
                            && draws[s] <= prediction.expectedSpread().upper()
                    ? 1
                    : 0;
        }
        MonteCarlo.assertWithin4StandardErrors("probability", prediction.prediction(), draws);
        MonteCarlo.assertWithin4StandardErrors("coverage", 0.9, inside);
        assertEquals(prediction.prediction(), prediction.probability()[1]);
        assertEquals(1, prediction.probability()[0] + prediction.probability()[1], 1e-15);
    }

    private static Stream<String> bernoulli() {
        return Stream.of("bernoulli", "bernoulli-probit");
    }

    @ParameterizedTest
    @MethodSource("classes")
    void softmax_probabilitiesAgreeWithDraws(int classes) {
        int k = classes - 1;
        double[] mean = new double[2 * k];
        double[] variances = new double[2 * k];
        for (int j = 0; j < mean.length; j++) {
            mean[j] = 0.3 * j - 0.5;
            variances[j] = 0.1 + 0.05 * j;
        }
        Prediction prediction = new PosteriorPredictive(ScoringModel.of(
                        Likelihoods.named("softmax", 4, classes),
                        NormalMixture.of(mean, variances),
                        new DispersionPosterior.Known(1),
                        0.9))
                .predict(INDICES, ROW, 2, OFFSET);
        Random random = new Random(TestSeed.of("softmax" + classes));
        double[][] draws = new double[DRAWS][classes];
        for (double[] draw : draws) {
            double sum = draw[0] = 1;
            for (int a = 0; a < k; a++) {
                double eta = OFFSET;
                for (int j = 0; j < 2; j++) {
                    eta += ROW[j] * (mean[a * 2 + j] + Math.sqrt(variances[a * 2 + j]) * random.nextGaussian());
                }
                draw[a + 1] = Math.exp(eta);
                sum += draw[a + 1];
            }
            for (int c = 0; c < classes; c++) {
                draw[c] /= sum;
            }
        }
        if (classes <= 4) {
            MonteCarlo.assertWithin4StandardErrors("probability", prediction.probability(), draws);
        } else {
            for (int c = 0; c < classes; c++) {
                int at = c;
                assertEquals(
                        MonteCarlo.mean(Arrays.stream(draws)
                                .mapToDouble(draw -> draw[at])
                                .toArray()),
                        prediction.probability()[c],
                        3e-3,
                        "512 low-discrepancy draws");
            }
        }
        double best = Arrays.stream(prediction.probability()).max().orElseThrow();
        assertEquals(best, prediction.probability()[(int) prediction.prediction()]);
        assertNull(prediction.expectedSpread());
    }

    private static Stream<Integer> classes() {
        return Stream.of(2, 3, 4, 6);
    }

    @Test
    void diagonalCovariance_equalsTheMatrix() {
        DispersionPosterior scale = new DispersionPosterior.Known(0.5);
        Prediction full = new PosteriorPredictive(ScoringModel.of(
                        Likelihoods.named("gamma", 4, 0),
                        NormalMixture.of(MEAN, new double[] {0.2, 0, 0, 0.3}),
                        scale,
                        0.8))
                .predict(INDICES, ROW, 2, 0);
        Prediction diagonal = new PosteriorPredictive(ScoringModel.of(
                        Likelihoods.named("gamma", 4, 0), NormalMixture.of(MEAN, new double[] {0.2, 0.3}), scale, 0.8))
                .predict(INDICES, ROW, 2, 0);
        assertEquals(full, diagonal);
    }

    @Test
    void certainty_leavesTheNoise() {
        Prediction prediction = new PosteriorPredictive(ScoringModel.of(
                        Likelihoods.named("gaussian", 4, 0),
                        NormalMixture.of(new double[] {2}, new double[] {0}),
                        new DispersionPosterior.Known(4),
                        0.9))
                .predict(new int[] {0}, new double[] {1}, 1, 0);
        assertEquals(2, prediction.prediction());
        assertEquals(2, prediction.responseSpread().sd());
        assertEquals(2 - 1.6448536 * 2, prediction.responseSpread().lower(), 1e-5);
        assertEquals(2 + 1.6448536 * 2, prediction.responseSpread().upper(), 1e-5);
    }
}
