package io.credence.likelihood.positive;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.credence.autodiff.TweedieSeries;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.choice.LikelihoodPart;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.loss.ExpectedRow;
import io.credence.testkit.MonteCarlo;
import io.credence.testkit.Nightly;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hipparchus.distribution.continuous.GammaDistribution;
import org.hipparchus.random.Well19937c;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tweedie's density against the sum over numbers of amounts, integrals, the saddlepoint approximation and draws. */
class TweedieLossTest {

    private static final int DRAWS = 40_000;

    private static Likelihood likelihood(double power) {
        LikelihoodPart part = Likelihoods.ALL.named("tweedie");
        return part.likelihood(part.values(Map.of("power", power)), 0);
    }

    private static double value(double power, double dispersion, double y, double eta) {
        return ExpectedRow.of(likelihood(power).loss(new DispersionPosterior.Known(dispersion)), y, eta, 0)
                .value();
    }

    /**
     * The mixture over j amounts as it is written down: log Σ_j Poisson(j) Gamma(y; j a, γ) and the expected number of amounts given y.
     */
    private static double[] mixture(double p, double phi, double y, double eta) {
        double mu = Math.exp(eta);
        double lambda = Math.pow(mu, 2 - p) / (phi * (2 - p));
        double shape = (2 - p) / (p - 1);
        double gamma = phi * (p - 1) * Math.pow(mu, p - 1);
        int centre = (int) Math.max(1, Math.pow(y, 2 - p) / (phi * (2 - p)));
        int reach = 60 + 12 * (int) Math.sqrt(centre);
        double largest = Double.NEGATIVE_INFINITY;
        double[] logs = new double[2 * reach];
        for (int i = 0; i < logs.length; i++) {
            int j = centre - reach + i;
            logs[i] = j < 1
                    ? Double.NEGATIVE_INFINITY
                    : j * Math.log(lambda)
                            - lambda
                            - Gamma.logGamma(j + 1.0)
                            + (j * shape - 1) * Math.log(y)
                            - y / gamma
                            - j * shape * Math.log(gamma)
                            - Gamma.logGamma(j * shape);
            largest = Math.max(largest, logs[i]);
        }
        double sum = 0;
        double number = 0;
        for (int i = 0; i < logs.length; i++) {
            double share = Math.exp(logs[i] - largest);
            sum += share;
            number += share * (centre - reach + i);
        }
        return new double[] {largest + Math.log(sum), number / sum};
    }

    /** From few amounts to 10⁵ of them, where terms are taken at a distance. */
    @ParameterizedTest
    @ValueSource(doubles = {1.05, 1.3, 1.5, 1.7, 1.95})
    void density_isThatOfTheMixture(double power) {
        for (double phi : new double[] {1e-4, 0.03, 0.9, 15}) {
            for (double y : new double[] {1e-5, 0.2, 3, 40, 1000}) {
                for (double eta : new double[] {Math.log(y), Math.log(y) - 0.7, 0.5}) {
                    double expected = -mixture(power, phi, y, eta)[0];
                    String what = "φ=" + phi + " y=" + y + " η=" + eta;
                    // The mixture cancels numbers as large as that of its amounts.
                    double number = (Math.pow(y, 2 - power) + Math.exp((2 - power) * eta)) / (phi * (2 - power));
                    double allowed = 1e-11 * Math.max(Math.abs(expected), 10 + number);
                    assertWithin(what, expected, value(power, phi, y, eta), allowed);
                }
            }
            double none = Math.exp((2 - power) * 0.5) / (phi * (2 - power));
            assertClose("zero", none, value(power, phi, 0, 0.5), 1e-14);
        }
    }

    /** d log a/d log φ = −E(number of amounts | y)/(p − 1): the series' own derivative. */
    @ParameterizedTest
    @ValueSource(doubles = {1.2, 1.5, 1.8})
    void slopeInTheDispersion_isThatOfTheSeries(double power) {
        double h = 1e-4;
        for (double phi : new double[] {0.02, 1.3}) {
            for (double y : new double[] {0.1, 2, 30}) {
                double eta = 0.4;
                double slope =
                        (value(power, phi * Math.exp(h), y, eta) - value(power, phi * Math.exp(-h), y, eta)) / (2 * h);
                double deviance =
                        y * Math.exp((1 - power) * eta) / (power - 1) + Math.exp((2 - power) * eta) / (2 - power);
                double expected = -deviance / phi + mixture(power, phi, y, eta)[1] / (power - 1);
                assertWithin("φ=" + phi + " y=" + y, expected, slope, 1e-5 * Math.max(1, deviance / phi));
            }
        }
    }

    /** Over log y, from where nothing is to where nothing is, and the atom at 0. */
    @ParameterizedTest
    @CsvSource({"1.2, 0.3, 0.5", "1.5, 1.0, -0.4", "1.5, 1e-3, 2", "1.8, 2.0, 1.5"})
    void density_integratesToOne(double power, double phi, double eta) {
        double step = 0.01;
        double mean = 0;
        double total = Math.exp(-value(power, phi, 0, eta));
        double square = 0;
        TweedieLaw law = new TweedieLaw(power);
        assertEquals(total, law.cdf(0, eta, phi), 1e-14);
        for (double log = -90; log < 12; log += step) {
            double y = Math.exp(log);
            double mass = step * y * Math.exp(-value(power, phi, y, eta));
            if (Math.abs(log - 1) < step / 2 || Math.abs(log + 1) < step / 2) {
                assertWithin("P(Y ≤ " + y + ")", total + 0.5 * mass, law.cdf(y, eta, phi), 1e-4);
            }
            total += mass;
            mean += mass * y;
            square += mass * y * y;
        }
        assertEquals(1, total, 1e-8);
        assertClose("mean", Math.exp(eta), mean, 1e-8);
        assertClose("variance", phi * Math.exp(power * eta), square - mean * mean, 1e-6);
    }

    /** Whose relative error is of the order of φ y^{p − 2}. */
    @ParameterizedTest
    @ValueSource(doubles = {1.1, 1.5, 1.9})
    void manyAmounts_haveTheSaddlepointDensity(double power) {
        for (double phi : new double[] {1e-3, 1e-5, 1e-7}) {
            double y = 2.5;
            double eta = Math.log(y) + 2 * Math.sqrt(phi * Math.pow(y, power - 2));
            double mu = Math.exp(eta);
            double deviance = 2
                    * (y * (Math.pow(y, 1 - power) - Math.pow(mu, 1 - power)) / (1 - power)
                            - (Math.pow(y, 2 - power) - Math.pow(mu, 2 - power)) / (2 - power));
            double saddlepoint = 0.5 * Math.log(2 * Math.PI * phi * Math.pow(y, power)) + 0.5 * deviance / phi;
            double rounding = 4e-15 / phi;
            assertWithin("φ=" + phi, saddlepoint, value(power, phi, y, eta), 2 * phi + rounding);
        }
    }

    /** Where sums end and the approximation begins there is no jump, but what the slope in log φ makes of two steps of 1e-6. */
    @ParameterizedTest
    @ValueSource(doubles = {1.05, 1.5, 1.95})
    void sumAndApproximation_agree(double power) {
        double y = 2.5;
        double phi = 1e-6 * Math.pow(y, 2 - power);
        TweedieSeries series = TweedieSeries.of(power);
        double before = series.log(Math.log(y), phi * (1 + 1e-6));
        double after = series.log(Math.log(y), phi * (1 - 1e-6));
        double size = 1e6 / ((power - 1) * (2 - power));
        assertWithin("jump", 0, before - after + 2e-6 * (size + 0.5), 1e-14 * size);
    }

    /** F by gamma laws of every number of amounts. */
    @ParameterizedTest
    @CsvSource({"1.05, 0.5", "1.3, 0.02", "1.5, 1e-3", "1.7, 3", "1.95, 1e-3"})
    void law_isTheSumOverAllNumbers(double power, double phi) {
        TweedieLaw law = new TweedieLaw(power);
        double eta = 0.8;
        double mu = Math.exp(eta);
        double lambda = Math.pow(mu, 2 - power) / (phi * (2 - power));
        double shape = (2 - power) / (power - 1);
        double sd = Math.sqrt(phi * Math.pow(mu, power));
        for (double y : new double[] {mu - 1.5 * sd, mu - 0.5 * sd, mu + 2 * sd}) {
            if (y > 0) {
                double sum = Math.exp(-lambda);
                for (int j = 1; j < lambda + 60 + 12 * Math.sqrt(lambda); j++) {
                    double poisson = Math.exp(j * Math.log(lambda) - lambda - Gamma.logGamma(j + 1.0));
                    sum += poisson * new GammaDistribution(j * shape, mu / (lambda * shape)).cumulativeProbability(y);
                }
                // Gamma laws of shapes above 10⁴ are approximated to 1e-5.
                assertWithin("P(Y ≤ " + y + ")", sum, law.cdf(y, eta, phi), 1e-7);
            }
        }
        assertEquals(0, law.cdf(-1, eta, phi));
        assertEquals(1, law.cdf(1e9, eta, phi), 1e-8);
    }

    /** The last one adds up thousands of jumps a draw. */
    static Stream<Arguments> drawn() {
        List<Arguments> all = List.of(
                Arguments.of(1.2, 0.8, -1),
                Arguments.of(1.5, 2, 0.7),
                Arguments.of(1.7, 11, 4),
                Arguments.of(1.5, 1e-3, 1));
        return Nightly.cases(all.subList(0, 3), all);
    }

    @ParameterizedTest
    @MethodSource("drawn")
    void draws_haveTheMomentsOfTheLaw(double power, double phi, double eta) {
        Likelihood tweedie = likelihood(power);
        ResponseMoments expected = tweedie.responseMoments(eta, 0, new DispersionPosterior.Known(phi));
        ResponseSampler responses = tweedie.responseSampler();
        Well19937c random = new Well19937c(TestSeed.of("tweedie draws"));
        double[] draws = new double[DRAWS];
        double[] squares = new double[DRAWS];
        for (int s = 0; s < DRAWS; s++) {
            draws[s] = responses == null ? Double.NaN : responses.draw(new double[] {eta}, phi, random);
            squares[s] = (draws[s] - expected.mean()) * (draws[s] - expected.mean());
        }
        MonteCarlo.assertWithin4StandardErrors("mean", expected.mean(), draws);
        MonteCarlo.assertWithin4StandardErrors("variance", expected.variance(), squares);
        double none = Math.exp(-value(power, phi, 0, eta));
        double zeros = Arrays.stream(draws).filter(y -> y == 0).count() / (double) DRAWS;
        assertWithin("zeros", none, zeros, 4 * Math.sqrt(none * (1 - none) / DRAWS));
    }

    @Test
    void powersOutsideTheRange_areRefused() {
        for (double power : new double[] {1, 2, 0.5, 3, Double.NaN}) {
            assertThrows(IllegalArgumentException.class, () -> likelihood(power));
        }
    }
}
