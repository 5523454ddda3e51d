package io.credence.likelihood.zero;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.law.DispersionPosterior;
import io.credence.family.law.LogNormalDispersion;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.LogDispersionUpdate;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.likelihood.count.CountingLaw;
import io.credence.likelihood.zero.HurdleLikelihood.PositiveCounts;
import io.credence.loss.NormalExpectation;
import io.credence.loss.SoftmaxRow;
import io.credence.testkit.FiniteDifference;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.hipparchus.random.Well19937c;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HurdleLossTest {

    private static final double PHI = 0.7;
    private static final int DRAWS = 40_000;

    private static Likelihood likelihood(boolean poisson) {
        return Likelihoods.named(poisson ? "hurdle-poisson" : "hurdle-negative-binomial", 4, 0);
    }

    private static RowLoss loss(boolean poisson) {
        return likelihood(poisson).loss(new DispersionPosterior.Known(PHI));
    }

    /** log p(y | η) of all counts. */
    private static double logCount(boolean poisson, double phi, int y, double eta) {
        double mu = Math.exp(eta);
        double r = 1 / phi;
        return poisson
                ? y * eta - mu - Gamma.logGamma(y + 1)
                : Gamma.logGamma(y + r)
                        - Gamma.logGamma(r)
                        - Gamma.logGamma(y + 1)
                        - r * Math.log1p(mu / r)
                        + y * Math.log(mu / (r + mu));
    }

    /** −log p(y | η) as the model is written down. */
    private static double exactly(boolean poisson, double phi, int y, double[] eta) {
        double pi = 1 / (1 + Math.exp(-eta[1]));
        double none = Math.exp(logCount(poisson, phi, 0, eta[0]));
        return y == 0 ? -Math.log(pi) : -Math.log(1 - pi) - logCount(poisson, phi, y, eta[0]) + Math.log(1 - none);
    }

    private static double[] slope(boolean poisson, int y, double[] eta) {
        return SoftmaxRow.of(loss(poisson), y, eta, new double[4]).slope();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void certainPredictors_giveMinusTheLogProbability(boolean poisson) {
        for (int y = 0; y < 4; y++) {
            for (double[] eta : new double[][] {{0.3, -1.2}, {-2, 0.5}, {1.9, 2.5}}) {
                int label = y;
                SoftmaxRow row = SoftmaxRow.of(loss(poisson), y, eta, new double[4]);
                assertClose("value", exactly(poisson, PHI, y, eta), row.value(), 1e-12);
                double[] slopes = FiniteDifference.gradient(x -> exactly(poisson, PHI, label, x), eta);
                assertClose("slope", slopes, row.slope(), 1e-7);
                double[][] hessian = FiniteDifference.jacobian(x -> slope(poisson, label, x), eta);
                double[] curvature =
                        Arrays.stream(hessian).flatMapToDouble(Arrays::stream).toArray();
                assertClose("curvature", curvature, row.curvature(), 1e-7);
            }
        }
    }

    /** Where the rate is nothing, 1 − p(0) is none of the digits of 1: a count is 1 all the same, or y with μ^{y − 1}. */
    @ParameterizedTest
    @CsvSource({"true, -30", "true, -690", "true, -2000", "false, -30", "false, -690", "false, -2000"})
    void smallRates_areTruncatedToTheLastDigit(boolean poisson, double eta) {
        SoftmaxRow one = SoftmaxRow.of(loss(poisson), 1, new double[] {eta, -800}, new double[4]);
        assertWithin("log p(1 | y > 0)", 0, one.value(), 1e-12);
        assertWithin("slope", 0, one.slope()[0], 1e-12);
        assertWithin("curvature", 0, one.curvature()[0], 1e-12);
        SoftmaxRow three = SoftmaxRow.of(loss(poisson), 3, new double[] {eta, -800}, new double[4]);
        double constant = poisson ? Math.log(6) : Math.log(6) - Math.log((1 + PHI) * (1 + 2 * PHI));
        assertClose("log p(3 | y > 0)", constant - 2 * eta, three.value(), 1e-13);
        assertWithin("slope", -2, three.slope()[0], 1e-12);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void probabilities_addUpToOne(boolean poisson) {
        for (double[] eta : new double[][] {{-8, 0.4}, {0.3, -1.2}, {2.5, -3}}) {
            double sum = 0;
            for (int y = 0; y < 600; y++) {
                sum += Math.exp(
                        -SoftmaxRow.of(loss(poisson), y, eta, new double[4]).value());
            }
            assertEquals(1, sum, 1e-11);
        }
    }

    /** Each part is of one predictor, so that neither their covariance nor the other's variance counts. */
    @ParameterizedTest
    @CsvSource({"true, 0.01", "true, 0.3", "true, 2", "false, 0.01", "false, 0.3", "false, 2", "false, 16"})
    void expectations_matchTrapezoids(boolean poisson, double variance) {
        double[] covariance = {variance, 0.6 * variance, 0.6 * variance, 2.25 * variance};
        for (double[] mean : new double[][] {{0.4, -0.6}, {-3, 2}}) {
            for (int y = 0; y < 4; y += 2) {
                int label = y;
                SoftmaxRow row = SoftmaxRow.of(loss(poisson), y, mean, covariance);
                NormalExpectation count = new NormalExpectation(mean[0], covariance[0], Math.PI / 2);
                NormalExpectation zero = new NormalExpectation(mean[1], covariance[3], Math.PI);
                double ofCount =
                        y == 0 ? 0 : count.of(eta -> logPositive(poisson, eta) - logCount(poisson, PHI, label, eta));
                double ofZero = zero.of(eta -> softplus(label == 0 ? -eta : eta));
                assertClose("value " + y, ofCount + ofZero, row.value(), 1e-9);
                assertWithin("cross", 0, row.curvature()[1], 0);
                double step = 1e-4;
                double[] moved = {mean[0] + step, mean[1] + step};
                double[] back = {mean[0] - step, mean[1] - step};
                double up = SoftmaxRow.of(loss(poisson), y, moved, covariance).value();
                double down = SoftmaxRow.of(loss(poisson), y, back, covariance).value();
                double both = row.slope()[0] + row.slope()[1];
                assertWithin("slope", (up - down) / (2 * step), both, 1e-6 * Math.max(1, Math.abs(both)));
                double[] above =
                        SoftmaxRow.of(loss(poisson), y, moved, covariance).slope();
                double[] below =
                        SoftmaxRow.of(loss(poisson), y, back, covariance).slope();
                for (int k = 0; k < 2; k++) {
                    double bend = row.curvature()[3 * k];
                    double expected = (above[k] - below[k]) / (2 * step);
                    assertWithin("curvature", expected, bend, 1e-6 * Math.max(1, Math.abs(bend)));
                }
            }
        }
    }

    /** log(1 − p(0 | η)), by its series where that is small. */
    private static double logPositive(boolean poisson, double eta) {
        return Math.log(-Math.expm1(logCount(poisson, PHI, 0, eta)));
    }

    private static double softplus(double eta) {
        return Math.max(eta, 0) + Math.log1p(Math.exp(-Math.abs(eta)));
    }

    @Test
    void estimatedDispersion_isAveragedOverItsNodes() {
        DispersionPosterior factor = new LogNormalDispersion(-0.5, 0.3);
        RowLoss loss = likelihood(false).loss(factor);
        double[] eta = {0.4, -0.9};
        for (int y = 0; y < 3; y++) {
            int label = y;
            double expected = IntStream.range(0, loss.dispersionTotalCount())
                    .mapToDouble(k -> LogDispersionUpdate.quadratureNodes(factor)
                                    .weight(k)
                            * exactly(
                                    false,
                                    LogDispersionUpdate.quadratureNodes(factor).value(k),
                                    label,
                                    eta))
                    .sum();
            assertClose(
                    "y = " + y,
                    expected,
                    SoftmaxRow.of(loss, y, eta, new double[4]).value(),
                    1e-12);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void law_hasTheSumsOfTheProbabilities(boolean poisson) {
        PositiveCounts law = new HurdleLikelihood(
                        CountingLaw.of(Likelihoods.named(poisson ? "poisson" : "negative-binomial", 4, 0)))
                .responseLaw();
        for (double eta : new double[] {-40, -3, 0.3, 2}) {
            double sum = 0;
            assertEquals(0, law.cdf(0, eta, PHI));
            for (int y = 1; y < 30; y++) {
                sum += Math.exp(-SoftmaxRow.of(loss(poisson), y, new double[] {eta, -800}, new double[4])
                        .value());
                assertWithin("P(Y ≤ " + y + ") at " + eta, sum, law.cdf(y, eta, PHI), 1e-11);
            }
        }
        assertEquals(1, law.cdf(1, -2000, PHI));
    }

    /** Rates so small that a count is 1, moderate, and so dispersed that most are 1. */
    @ParameterizedTest
    @CsvSource({"true, -20, 1", "true, 0.5, 1", "true, 4, 1", "false, -20, 0.7", "false, 0.5, 0.7", "false, 2, 8"})
    void draws_haveTheMomentsOfTheLaw(boolean poisson, double eta, double dispersion) {
        Likelihood hurdle = likelihood(poisson);
        double[] predictors = {eta, -0.8};
        ResponseMoments expected =
                hurdle.responseMoments(predictors, new double[4], new DispersionPosterior.Known(dispersion));
        Well19937c random = new Well19937c(TestSeed.of("hurdle draws"));
        ResponseSampler responses = hurdle.responseSampler();
        assertTrue(responses != null);
        double[] draws = new double[DRAWS];
        double[] squares = new double[DRAWS];
        for (int s = 0; s < DRAWS; s++) {
            draws[s] = responses.draw(predictors, dispersion, random);
            squares[s] = (draws[s] - expected.mean()) * (draws[s] - expected.mean());
        }
        MonteCarlo.assertWithin4StandardErrors("mean", expected.mean(), draws);
        MonteCarlo.assertWithin4StandardErrors("variance", expected.variance(), squares);
        double one = Arrays.stream(draws).filter(y -> y == 1).count() / (double) DRAWS;
        double p = Math.exp(
                -SoftmaxRow.of(hurdle.loss(new DispersionPosterior.Known(dispersion)), 1, predictors, new double[4])
                        .value());
        assertWithin("P(Y = 1)", p, one, 4 * Math.sqrt(p * (1 - p) / DRAWS));
    }
}
