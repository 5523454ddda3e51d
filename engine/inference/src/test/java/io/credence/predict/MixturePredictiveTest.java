package io.credence.predict;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.DiagonalGaussian;
import io.credence.family.MixturePosterior;
import io.credence.family.NormalMixture;
import io.credence.family.Posterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.family.law.LogNormalDispersion;
import io.credence.family.student.StudentDiagonal;
import io.credence.family.student.StudentFull;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.RandomArrays;
import io.credence.testkit.TestSeed;
import java.util.List;
import org.hipparchus.random.JDKRandomGenerator;
import org.hipparchus.random.RandomDataGenerator;
import org.hipparchus.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Predictions under posteriors that are no Gaussians, against draws of the posterior and the response. */
class MixturePredictiveTest {

    private static final int DRAWS = 200_000;
    private static final int[] INDICES = {0, 1};
    private static final double[] ROW = {1, 1.5};
    private static final double OFFSET = 0.2;
    private static final double DISPERSION = 0.3;

    private static Posterior posterior(String name) {
        return switch (name) {
            case "mixture" ->
                new MixturePosterior(
                        List.of(
                                DiagonalGaussian.around(new double[] {0.2, -0.4}, new double[] {0.3, 0.2}),
                                DiagonalGaussian.around(new double[] {1.4, 0.5}, new double[] {0.1, 0.2})),
                        new double[] {0.4, -0.3});
            case "student" -> StudentFull.around(6, new double[] {0.2, -0.4}, new double[] {0.3, 0.2});
            default -> StudentDiagonal.around(6, new double[] {0.2, -0.4}, new double[] {0.3, 0.2});
        };
    }

    private static RandomGenerator random(String name) {
        JDKRandomGenerator generator = new JDKRandomGenerator();
        generator.setSeed(TestSeed.of(name));
        return generator;
    }

    private static double respond(String family, double eta, RandomGenerator random) {
        return switch (family) {
            case "gaussian" -> eta + Math.sqrt(DISPERSION) * random.nextGaussian();
            case "gamma" -> RandomDataGenerator.of(random).nextGamma(1 / DISPERSION, Math.exp(eta) * DISPERSION);
            case "poisson" -> RandomDataGenerator.of(random).nextPoisson(Math.exp(eta));
            default -> random.nextDouble() < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
        };
    }

    private static double predictor(Posterior q, RandomArrays numbers, RandomGenerator random) {
        int stratum = 0;
        for (double u = random.nextDouble(); stratum < q.stratumCount() - 1 && u > q.weight(stratum); stratum++) {
            u -= q.weight(stratum);
        }
        double[] theta = q.draw(stratum, numbers.normals(q.noiseDimension()));
        return OFFSET + theta[0] * ROW[0] + theta[1] * ROW[1];
    }

    private static Prediction predict(String family, Posterior q) {
        ScoringModel model = ScoringModel.of(
                Likelihoods.named(family, 4, 2),
                NormalMixture.of(q, 1),
                new DispersionPosterior.Known(family.equals("poisson") ? 1 : DISPERSION),
                0.9);
        return new PosteriorPredictive(model).predict(INDICES, ROW, 2, OFFSET);
    }

    @ParameterizedTest
    @CsvSource({
        "gaussian, mixture",
        "gamma, mixture",
        "poisson, mixture",
        "gaussian, student",
        "gamma, student",
        "poisson, student"
    })
    void momentsAndIntervals_areThoseOfDraws(String family, String name) {
        Posterior q = posterior(name);
        Prediction prediction = predict(family, q);
        RandomGenerator random = random(family + name);
        RandomArrays numbers = RandomArrays.of(family + name);
        Double lower = prediction.responseSpread().lower();
        Double upper = prediction.responseSpread().upper();
        Double sd = prediction.responseSpread().sd();
        assertNotNull(lower);
        assertNotNull(upper);
        assertNotNull(sd);
        double[] values = new double[DRAWS];
        double[] squares = new double[DRAWS];
        double[] below = new double[DRAWS];
        double[] above = new double[DRAWS];
        for (int s = 0; s < DRAWS; s++) {
            values[s] = respond(family, predictor(q, numbers, random), random);
            squares[s] = Math.pow(values[s] - prediction.prediction(), 2);
            below[s] = values[s] <= lower ? 1 : 0;
            above[s] = values[s] <= upper ? 1 : 0;
        }
        if (name.equals("student") && !family.equals("gaussian")) {
            assertEquals(Double.POSITIVE_INFINITY, prediction.prediction(), "E e^t does not exist");
            assertEquals(Double.POSITIVE_INFINITY, sd);
        } else {
            MonteCarlo.assertWithin4StandardErrors("mean", prediction.prediction(), values);
            MonteCarlo.assertWithin4StandardErrors("variance", sd * sd, squares);
        }
        if (family.equals("poisson")) {
            assertTrue(MonteCarlo.mean(below) >= 0.045 && MonteCarlo.mean(above) >= 0.945);
        } else {
            MonteCarlo.assertWithin4StandardErrors("F(lower)", 0.05, below);
            MonteCarlo.assertWithin4StandardErrors("F(upper)", 0.95, above);
        }
    }

    @ParameterizedTest
    @CsvSource({"mixture", "student"})
    void probability_isThatOfDraws(String name) {
        Posterior q = posterior(name);
        Prediction prediction = predict("bernoulli", q);
        RandomGenerator random = random("bernoulli" + name);
        RandomArrays numbers = RandomArrays.of("bernoulli" + name);
        Double lower = prediction.expectedSpread().lower();
        assertNotNull(lower);
        double end = Math.log(lower / (1 - lower));
        double[] chances = new double[DRAWS];
        double[] below = new double[DRAWS];
        for (int s = 0; s < DRAWS; s++) {
            double eta = predictor(q, numbers, random);
            chances[s] = 1 / (1 + Math.exp(-eta));
            below[s] = eta <= end ? 1 : 0;
        }
        MonteCarlo.assertWithin4StandardErrors("probability", prediction.prediction(), chances);
        MonteCarlo.assertWithin4StandardErrors("F(lower)", 0.05, below);
    }

    /** A thousand draws: within four of their standard errors of the exact moments. */
    @Test
    void draws_standForThePosterior() {
        Posterior q = posterior("draws");
        Prediction prediction = predict("gaussian", q);
        double spread = 6.0 / 4 * (0.09 + 1.5 * 1.5 * 0.04);
        double error = Math.sqrt(spread / NormalMixture.DRAWS);
        assertWithin("mean", OFFSET + 0.2 - 0.6, prediction.prediction(), 4 * error);
        Double sd = prediction.responseSpread().sd();
        assertNotNull(sd);
        assertWithin("variance", spread + DISPERSION, sd * sd, 0.1);
        assertEquals(prediction, predict("gaussian", q));
    }

    /** Two equal normals are one, for every kind of response. */
    @ParameterizedTest
    @CsvSource({"gaussian", "student-t", "gamma", "poisson", "negative-binomial", "bernoulli", "softmax"})
    void equalNormals_predictLikeOne(String family) {
        double[] mean = {0.4, -0.3, 0.1, 0.2};
        double[] variances = {0.3, 0.1, 0.2, 0.1};
        int used = family.equals("softmax") ? 4 : 2;
        double[] theta = java.util.Arrays.copyOf(mean, used);
        double[] spread = java.util.Arrays.copyOf(variances, used);
        NormalMixture one = NormalMixture.of(theta, spread);
        NormalMixture two = new NormalMixture(
                List.of(
                        new NormalMixture.Component(0.25, theta, spread, 1),
                        new NormalMixture.Component(0.75, theta.clone(), spread.clone(), 1)),
                false);
        DispersionPosterior scale = new LogNormalDispersion(-1, 0.3);
        Prediction expected = predict(family, one, scale);
        Prediction found = predict(family, two, scale);
        assertClose("prediction", expected.prediction(), found.prediction(), 1e-12);
        assertAlike(expected.responseSpread(), found.responseSpread());
        assertAlike(expected.expectedSpread(), found.expectedSpread());
        double[] probability = expected.probability();
        if (probability != null) {
            assertClose("probability", probability, found.probability(), 1e-12);
        }
    }

    private static void assertAlike(Uncertainty expected, Uncertainty found) {
        assertEquals(expected == null, found == null);
        if (expected != null) {
            assertClose("sd", expected.sd(), found.sd(), 1e-12);
            assertClose("lower", expected.lower(), found.lower(), 1e-5);
            assertClose("upper", expected.upper(), found.upper(), 1e-5);
        }
    }

    private static Prediction predict(String family, NormalMixture mixture, DispersionPosterior scale) {
        ScoringModel model = ScoringModel.of(Likelihoods.named(family, 5, 3), mixture, scale, 0.9);
        return new PosteriorPredictive(model).predict(INDICES, ROW, 2, OFFSET);
    }

    /** Each normal has the log dispersion that goes with it. */
    @Test
    void logDispersion_isTheLastParameterOfEachNormal() {
        NormalMixture parameters = new NormalMixture(
                List.of(
                        new NormalMixture.Component(0.5, new double[] {1, 2, -1}, new double[] {1, 1, 0.04}, 1),
                        new NormalMixture.Component(0.5, new double[] {3, 2, 4}, new double[0], 1)),
                false);
        ScoringModel model = ScoringModel.withLogDispersion(Likelihoods.named("gamma", 4, 0), parameters, 0.9);
        assertEquals(2, model.dimension());
        LogNormalDispersion first = (LogNormalDispersion) model.dispersions().get(0);
        assertEquals(-1, first.logMean());
        assertClose("sd", 0.2, first.logSd(), 1e-15);
        assertEquals(
                new DispersionPosterior.Known(Math.exp(4)), model.dispersions().get(1));
    }
}
