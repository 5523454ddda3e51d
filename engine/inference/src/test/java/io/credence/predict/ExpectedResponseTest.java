package io.credence.predict;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.NormalMixture;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.linalg.NormalTail;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sd and interval of the expected response, and of the probability of the most probable class, against draws of the parameters. */
class ExpectedResponseTest {

    private static final int DRAWS = 100_000;
    private static final int[] INDICES = {0, 1};
    private static final double[] ROW = {1, -0.7};
    private static final double[] MEAN = {0.9, -0.5, -0.6, 0.5};
    private static final double[] SD = {0.3, 0.35, 0.5, 0.25};
    private static final double DISPERSION = 0.4;

    private static double logistic(double eta) {
        return 1 / (1 + Math.exp(-eta));
    }

    private static double predictor(double[] theta, int first) {
        return theta[first] * ROW[0] + theta[first + 1] * ROW[1];
    }

    private static int parameters(String family) {
        return family.startsWith("zero")
                        || family.startsWith("hurdle")
                        || family.equals("softmax")
                        || family.equals("ordinal")
                ? 4
                : 2;
    }

    private static double expected(String family, double[] theta) {
        double eta = predictor(theta, 0);
        return switch (family) {
            case "gaussian", "student-t" -> eta;
            case "bernoulli" -> logistic(eta);
            case "bernoulli-probit" -> NormalTail.cdf(eta);
            case "zero-inflated-poisson" -> Math.exp(eta) * logistic(-predictor(theta, 2));
            case "hurdle-poisson" -> Math.exp(eta) / -Math.expm1(-Math.exp(eta)) * logistic(-predictor(theta, 2));
            default -> Math.exp(eta);
        };
    }

    /** Of the class that is the most probable one here: of softmax the second of three, of ordered classes the last of three. */
    private static double probability(String family, double[] theta) {
        double eta = predictor(theta, 0);
        return family.equals("softmax")
                ? Math.exp(eta) / (1 + Math.exp(eta) + Math.exp(predictor(theta, 2)))
                : logistic(eta - theta[2] - Math.exp(theta[3]));
    }

    private static Prediction predict(String family) {
        int d = parameters(family);
        double[] variances = Arrays.stream(SD).limit(d).map(sd -> sd * sd).toArray();
        return new PosteriorPredictive(ScoringModel.of(
                        Likelihoods.named(family, 5, 3),
                        NormalMixture.of(Arrays.copyOf(MEAN, d), variances),
                        new DispersionPosterior.Known(DISPERSION),
                        0.9))
                .predict(INDICES, ROW, 2, 0);
    }

    /** Ends are exact of one predictor, and quantiles of 512 points of several. */
    private static void assertSpread(String family, Uncertainty found, ToDoubleFunction<double[]> number) {
        assertNotNull(found);
        Random random = new Random(TestSeed.of(family));
        double[] values = new double[DRAWS];
        for (int s = 0; s < DRAWS; s++) {
            double[] theta = new double[MEAN.length];
            Arrays.setAll(theta, j -> MEAN[j] + SD[j] * random.nextGaussian());
            values[s] = number.applyAsDouble(theta);
        }
        Arrays.sort(values);
        double mean = Arrays.stream(values).average().orElseThrow();
        double sd = Math.sqrt(
                Arrays.stream(values).map(y -> (y - mean) * (y - mean)).sum() / DRAWS);
        double allowed = (parameters(family) > 2 ? 0.1 : 0.03) * sd;
        assertWithin("sd", sd, found.sd(), 0.03 * sd);
        assertWithin("lower", values[DRAWS / 20], found.lower(), allowed);
        assertWithin("upper", values[DRAWS - DRAWS / 20], found.upper(), allowed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gaussian",
                "student-t",
                "gamma",
                "tweedie",
                "poisson",
                "negative-binomial",
                "zero-inflated-poisson",
                "hurdle-poisson",
                "bernoulli",
                "bernoulli-probit"
            })
    void expectedResponse_isAsUncertainAsTheCoefficients(String family) {
        Prediction prediction = predict(family);
        assertSpread(family, prediction.expectedSpread(), theta -> expected(family, theta));
        Uncertainty response = prediction.responseSpread();
        if (family.startsWith("bernoulli")) {
            assertNull(response);
            assertEquals(prediction.expectedSpread(), prediction.likeliestSpread());
        } else {
            assertNotNull(response);
            assertNull(prediction.likeliestSpread());
            assertTrue(response.sd() > prediction.expectedSpread().sd());
            assertTrue(response.upper() - response.lower()
                    > prediction.expectedSpread().upper()
                            - prediction.expectedSpread().lower());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"softmax", "ordinal"})
    void probabilityOfTheLikeliestClass_isAsUncertainAsThatOfDraws(String family) {
        Prediction prediction = predict(family);
        assertEquals(family.equals("softmax") ? 1 : 2, prediction.prediction());
        assertNull(prediction.expectedSpread());
        assertNull(prediction.responseSpread());
        assertSpread(family, prediction.likeliestSpread(), theta -> probability(family, theta));
    }
}
