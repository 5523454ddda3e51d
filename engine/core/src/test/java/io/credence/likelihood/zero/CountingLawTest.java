package io.credence.likelihood.zero;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.likelihood.count.CountingLaw;
import io.credence.loss.SoftmaxRow;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.hipparchus.random.Well19937c;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A part for zeros beside a law of counts that is neither Poisson nor negative binomial. */
class CountingLawTest {

    private static final GeneralisedPoisson LAW = new GeneralisedPoisson(0.4);
    private static final DispersionPosterior NONE = new DispersionPosterior.Known(1);
    private static final int DRAWS = 40_000;
    private static final int MOST = 400;

    private static Likelihood likelihood(boolean hurdle) {
        return hurdle ? new HurdleLikelihood(LAW) : new ZeroInflatedLikelihood(LAW);
    }

    /** p(y | η) as the model is written down. */
    private static double probability(boolean hurdle, int y, double[] eta) {
        double pi = 1 / (1 + Math.exp(-eta[1]));
        double count = LAW.probability(y, eta[0]);
        return hurdle
                ? y == 0 ? pi : (1 - pi) * count / (1 - LAW.probability(0, eta[0]))
                : (y == 0 ? pi : 0) + (1 - pi) * count;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void certainPredictors_giveMinusTheLogProbability(boolean hurdle) {
        for (int y = 0; y < 5; y++) {
            for (double[] eta : new double[][] {{0.3, -1.2}, {-2, 0.5}, {1.9, 2.5}}) {
                int label = y;
                SoftmaxRow row = SoftmaxRow.of(likelihood(hurdle).loss(NONE), y, eta, new double[4]);
                assertClose("value", -Math.log(probability(hurdle, y, eta)), row.value(), 1e-12);
                assertClose(
                        "slope",
                        FiniteDifference.gradient(x -> -Math.log(probability(hurdle, label, x)), eta),
                        row.slope(),
                        1e-7);
                double[][] hessian = FiniteDifference.jacobian(
                        x -> SoftmaxRow.of(likelihood(hurdle).loss(NONE), label, x, new double[4])
                                .slope(),
                        eta);
                double[] curvature =
                        Arrays.stream(hessian).flatMapToDouble(Arrays::stream).toArray();
                assertClose("curvature", curvature, row.curvature(), 1e-7);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"true, 0.01", "true, 2", "false, 0.01", "false, 0.3", "false, 2", "false, 16"})
    void expectedLosses_matchATrapezoidInThePlane(boolean hurdle, double variance) {
        for (double correlation : new double[] {-0.95, 0, 0.7}) {
            double cross = 1.5 * correlation * variance;
            double[] covariance = {variance, cross, cross, 2.25 * variance};
            for (double[] mean : new double[][] {{0.4, -0.6}, {-1, -6}, {2, 3}}) {
                for (int y = 0; y < (variance > 2 ? 1 : 4); y += 3) {
                    int label = y;
                    String where = "y=" + y + " v=" + variance + " ρ=" + correlation + " m=" + Arrays.toString(mean);
                    double expected = overThePlane(eta -> -Math.log(probability(hurdle, label, eta)), mean, covariance);
                    double actual = SoftmaxRow.of(likelihood(hurdle).loss(NONE), y, mean, covariance)
                            .value();
                    assertClose(where, expected, actual, 1e-7);
                }
            }
        }
    }

    private static double overThePlane(ToDoubleFunction<double[]> function, double[] mean, double[] covariance) {
        int across = 200;
        int along = 60;
        double reach = 8;
        double first = Math.sqrt(covariance[0]);
        double slope = covariance[1] / first;
        double second = Math.sqrt(covariance[3] - slope * slope);
        double sum = 0;
        double total = 0;
        for (int a = -across; a <= across; a++) {
            for (int b = -along; b <= along; b++) {
                double u = a * reach / across;
                double v = b * reach / along;
                double density = Math.exp(-0.5 * (u * u + v * v));
                total += density;
                sum += density
                        * function.applyAsDouble(new double[] {mean[0] + first * u, mean[1] + slope * u + second * v});
            }
        }
        return sum / total;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void moments_areThoseOfTheProbabilities(boolean hurdle) {
        double[] eta = {0.7, -0.8};
        double mean = 0;
        double square = 0;
        for (int y = 1; y < MOST; y++) {
            mean += y * probability(hurdle, y, eta);
            square += (double) y * y * probability(hurdle, y, eta);
        }
        ResponseMoments moments = likelihood(hurdle).responseMoments(eta, new double[4], NONE);
        assertClose("mean", mean, moments.mean(), 1e-10);
        assertClose("variance", square - mean * mean, moments.variance(), 1e-10);
        assertWithin("variance of the mean", 0, moments.varianceOfMean(), 1e-12);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void draws_haveTheMomentsUnderUncertainPredictors(boolean hurdle) {
        double[] mean = {0.5, -0.8};
        double[] covariance = {0.09, 0.06, 0.06, 0.25};
        ResponseMoments expected = likelihood(hurdle).responseMoments(mean, covariance, NONE);
        ResponseSampler responses = Objects.requireNonNull(likelihood(hurdle).responseSampler());
        Well19937c random = new Well19937c(TestSeed.of("counting law"));
        double[] draws = new double[DRAWS];
        double[] squares = new double[DRAWS];
        for (int s = 0; s < DRAWS; s++) {
            double u = random.nextGaussian();
            double v = random.nextGaussian();
            double[] eta = {mean[0] + 0.3 * u, mean[1] + 0.2 * u + Math.sqrt(0.21) * v};
            draws[s] = responses.draw(eta, 1, random);
            squares[s] = (draws[s] - expected.mean()) * (draws[s] - expected.mean());
        }
        MonteCarlo.assertWithin4StandardErrors("mean", expected.mean(), draws);
        MonteCarlo.assertWithin4StandardErrors("variance", expected.variance(), squares);
    }

    @Test
    void lawAboveZero_hasTheSumsOfTheProbabilities() {
        double eta = 0.7;
        double sum = 0;
        for (int y = 1; y < 30; y++) {
            sum += LAW.probability(y, eta) / (1 - LAW.probability(0, eta));
            assertWithin(
                    "P(Y ≤ " + y + ")",
                    sum,
                    new HurdleLikelihood(LAW).responseLaw().cdf(y, eta, 1),
                    1e-12);
        }
    }

    @Test
    void lawWithoutProbabilityOfAZero_isRefused() {
        Likelihood poisson = Likelihoods.named("poisson", 4, 0);
        assertEquals(poisson, CountingLaw.of(poisson));
        for (String name : new String[] {"gamma", "beta-binomial", "zero-inflated-poisson"}) {
            String message = assertThrows(
                            IllegalArgumentException.class, () -> CountingLaw.of(Likelihoods.named(name, 4, 0)))
                    .getMessage();
            assertTrue(message.startsWith("a part for zeros requires a law of counts that states"), message);
            assertTrue(message.endsWith("but was given " + name), message);
        }
    }
}
