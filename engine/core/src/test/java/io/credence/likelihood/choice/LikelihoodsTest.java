package io.credence.likelihood.choice;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.LogDispersionUpdate;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.RowLoss;
import io.credence.loss.ExpectedRow;
import io.credence.loss.NormalExpectation;
import io.credence.loss.ReferenceLoss;
import io.credence.model.Parameters;
import io.credence.quadrature.DispersionNodes;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import org.hipparchus.special.Gamma;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LikelihoodsTest {

    private static final double INFINITY = Double.POSITIVE_INFINITY;

    private static Likelihood named(String name) {
        return Likelihoods.named(name, 4, 3);
    }

    private static void assertLabels(String name, double[] taken, double... refused) {
        for (double label : taken) {
            assertNull(named(name).refusal(label), name + " must take " + label);
        }
        for (double label : refused) {
            String reason = named(name).refusal(label);
            assertNotNull(reason, name + " must refuse " + label);
            assertTrue(reason.startsWith("required: "), reason);
        }
    }

    @Test
    void labels_areTakenOrRefusedWithWhatIsRequired() {
        double nan = Double.NaN;
        assertLabels("gaussian", new double[] {-1e300, 0, 2.5}, nan, INFINITY, -INFINITY);
        assertLabels("student-t", new double[] {-1e300, 0, 2.5}, nan, INFINITY, -INFINITY);
        assertLabels("bernoulli", new double[] {0, 1, -0.0}, -1, 0.5, 2, nan, INFINITY);
        assertLabels("bernoulli-probit", new double[] {0, 1}, -1, 0.5, 2, nan);
        assertLabels("poisson", new double[] {0, 1, 1e9}, -1, 0.5, nan, INFINITY);
        assertLabels("negative-binomial", new double[] {0, 1, 1e9}, -1, 0.5, nan, INFINITY);
        assertLabels("hurdle-poisson", new double[] {0, 1, 1e9}, -1, 0.5, nan, INFINITY);
        assertLabels("tweedie", new double[] {0, 1e-300, 2.5}, -1e-9, nan, INFINITY);
        assertLabels("gamma", new double[] {1e-300, 2}, 0, -1, nan, INFINITY);
        assertLabels("beta", new double[] {1e-300, 0.5, 0.999}, 0, 1, -0.1, 1.5, nan, INFINITY);
        assertLabels("exponential", new double[] {1e-300, 2, -2}, 0, nan, INFINITY, -INFINITY);
        assertLabels("weibull", new double[] {1e-300, 2, -2}, 0, nan, INFINITY, -INFINITY);
        assertLabels("softmax", new double[] {0, 1, 2}, -1, 3, 0.5, nan, INFINITY);
    }

    /** Nakagawa, Johnson and Schielzeth (2017), table 1: 1/λ, 1/θ and 1/ν within the logarithm; a t of 4 degrees has twice its scale². */
    @ParameterizedTest
    @CsvSource({
        "poisson, 4, 1, 0.22314355131420976",
        "negative-binomial, 4, 0.5, 0.55961578793542269",
        "gamma, 3, 0.3, 0.26236426446749106",
        "tweedie, 4, 0.5, 0.22314355131420976",
        "gaussian, 7, 2.5, 2.5",
        "exponential, 3, 1, 1.6449340668482264",
        "weibull, 3, 0.5, 0.4112335167120566",
        "student-t, 7, 1.5, 3",
        "bernoulli, 0.3, 1, 3.2898681336964528",
        "bernoulli-probit, 0.3, 1, 1",
        "softmax, 0.3, 1, NaN"
    })
    void noise_hasAVarianceOnTheScaleOfThePredictor(String name, double mean, double dispersion, double variance) {
        assertEquals(variance, named(name).latentVariance(mean, dispersion), 1e-12);
    }

    @Test
    void everyName_isItsOwn() {
        for (String name : Likelihoods.ALL.names()) {
            assertEquals(name, named(name).name());
            boolean two = name.equals("softmax") || named(name).hasZeroPart();
            assertEquals(two ? 2 : 1, named(name).predictorCount());
            if (named(name).cutpointCount() == 0) {
                RowLoss loss = named(name).loss(new DispersionPosterior.Known(1));
                assertEquals(named(name).predictorCount(), loss.predictorCount());
                assertEquals(named(name).predictorsWithOffset(), loss.predictorsWithOffset());
            }
        }
        assertEquals(List.of("0|1", "1|2"), extra(List.of()));
        assertEquals(List.of("low|mid", "mid|high"), extra(List.of("low", "mid", "high")));
        assertThrows(IllegalArgumentException.class, () -> named("cauchy"));
    }

    private static List<String> extra(List<String> labels) {
        return new Parameters(Objects.requireNonNull(named("ordinal").predictorModel(labels))
                        .extra())
                .names();
    }

    @ParameterizedTest
    @CsvSource({
        "zero-inflated-poisson, log",
        "zero-inflated-negative-binomial, log",
        "hurdle-poisson, log",
        "hurdle-negative-binomial, log",
        "ordinal, logit",
        "gaussian, identity",
        "bernoulli, logit",
        "bernoulli-probit, probit",
        "poisson, log",
        "negative-binomial, log",
        "gamma, log",
        "beta, logit",
        "beta-binomial, logit",
        "exponential, log",
        "weibull, log",
        "tweedie, log",
        "student-t, identity",
        "softmax, logit"
    })
    void link_isNamed(String name, String link) {
        assertEquals(link, named(name).link());
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void degreesOfFreedomThatAreNotPositive_areRefused(double degrees) {
        assertThrows(IllegalArgumentException.class, () -> Likelihoods.named("student-t", degrees, 2));
    }

    @Test
    void likelihoodWithoutDispersion_hasNothingToEstimate() {
        DispersionPosterior.InverseGamma prior = new DispersionPosterior.InverseGamma(1, 1);
        for (String name : Likelihoods.ALL.names()) {
            if (named(name).dispersionName() == null) {
                assertThrows(IllegalStateException.class, () -> named(name).initialDispersion(prior));
            } else {
                assertTrue(named(name).initialDispersion(prior).mean() > 0);
            }
        }
    }

    /** Mean and variance of a response at a certain predictor. */
    private static double[] conditional(ReferenceLoss loss, double eta) {
        double mean = Math.exp(eta);
        double phi = loss.scale().mean();
        return switch (loss) {
            case GAUSSIAN -> new double[] {eta, phi};
            case LOGIT -> bernoulli(1 / (1 + Math.exp(-eta)));
            case PROBIT -> bernoulli(Math.exp(-loss.reference(1).applyAsDouble(eta)));
            case POISSON -> new double[] {mean, mean};
            case NEGATIVE_BINOMIAL, NEGATIVE_BINOMIAL_ESTIMATED -> new double[] {mean, mean + phi * mean * mean};
            case GAMMA, GAMMA_ESTIMATED -> new double[] {mean, phi * mean * mean};
            case BETA, BETA_ESTIMATED -> beta(loss.scale(), 1 / (1 + Math.exp(-eta)));
            case BETA_BINOMIAL_ESTIMATED -> bernoulli(1 / (1 + Math.exp(-eta)));
            case EXPONENTIAL -> new double[] {mean, mean * mean};
            case WEIBULL, WEIBULL_ESTIMATED -> weibull(loss.scale(), mean);
            case TWEEDIE, TWEEDIE_ESTIMATED -> new double[] {mean, phi * Math.pow(mean, 1.5)};
            case STUDENT, STUDENT_ESTIMATED -> new double[] {eta, phi * 4 / (4 - 2)};
        };
    }

    private static double[] beta(DispersionPosterior scale, double mean) {
        DispersionNodes nodes = LogDispersionUpdate.quadratureNodes(scale);
        double variance = 0;
        for (int k = 0; k < nodes.count(); k++) {
            variance += nodes.weight(k) * mean * (1 - mean) / (1 + 1 / nodes.value(k));
        }
        return new double[] {mean, variance};
    }

    /** Over the dispersion too, as at the nodes of a factor. */
    private static double[] weibull(DispersionPosterior scale, double size) {
        DispersionNodes nodes = LogDispersionUpdate.quadratureNodes(scale);
        double first = 0;
        double second = 0;
        for (int k = 0; k < nodes.count(); k++) {
            first += nodes.weight(k) * size * Gamma.gamma(1 + nodes.value(k));
            second += nodes.weight(k) * size * size * Gamma.gamma(1 + 2 * nodes.value(k));
        }
        return new double[] {first, second - first * first};
    }

    private static double[] bernoulli(double p) {
        return new double[] {p, p * (1 - p)};
    }

    /** The laws of total expectation and total variance, over the predictor by a fine trapezoid. */
    @ParameterizedTest
    @EnumSource
    void newResponse_hasTheMomentsOfTheMixture(ReferenceLoss loss) {
        for (double mean : new double[] {-1.5, 0.2, 2}) {
            for (double variance : new double[] {0.04, 0.5, 2}) {
                NormalExpectation over = new NormalExpectation(mean, variance, loss.width());
                DoubleUnaryOperator first = eta -> conditional(loss, eta)[0];
                double expected = over.of(first);
                double total =
                        over.of(eta -> conditional(loss, eta)[1] + Math.pow(first.applyAsDouble(eta) - expected, 2));
                ResponseMoments actual = loss.likelihood().responseMoments(mean, variance, loss.scale());
                assertClose(loss + " mean", expected, actual.mean(), 1e-10);
                assertClose(loss + " variance", total, actual.variance(), 1e-10);
                double uncertain = over.of(eta -> Math.pow(first.applyAsDouble(eta) - expected, 2));
                assertClose(loss + " variance of the mean", uncertain, actual.varianceOfMean(), 1e-9);
            }
        }
    }

    @Test
    void studentWithFewDegrees_hasNoVariance() {
        Likelihood student = Likelihoods.named("student-t", 2, 2);
        assertEquals(
                INFINITY,
                student.responseMoments(0, 1, new DispersionPosterior.Known(1)).variance());
        assertThrows(
                IllegalStateException.class,
                () -> named("softmax").responseMoments(0, 1, new DispersionPosterior.Known(1)));
    }

    @ParameterizedTest
    @EnumSource
    void scaleTotals_addUpToTheWeightedValue(ReferenceLoss loss) {
        for (double y : loss.labels()) {
            double mean = 0.3;
            double variance = 0.4;
            ExpectedRow row = ExpectedRow.of(loss.loss(), y, 2.5, mean, variance);
            String what = loss.name().toLowerCase(Locale.ROOT);
            if (loss == ReferenceLoss.GAUSSIAN) {
                double square = 2.5 * ((y - mean) * (y - mean) + variance);
                assertClose(what, square, row.totals()[0], 1e-14);
            } else if (loss.likelihood().dispersionName() == null) {
                assertEquals(0, row.totals().length, what);
            } else {
                DispersionNodes nodes = LogDispersionUpdate.quadratureNodes(loss.scale());
                assertEquals(nodes.count(), row.totals().length);
                double sum = 0;
                for (int k = 0; k < nodes.count(); k++) {
                    sum += nodes.weight(k) * row.totals()[k];
                    RowLoss known = loss.likelihood().loss(new DispersionPosterior.Known(nodes.value(k)));
                    double alone = ExpectedRow.of(known, y, mean, variance).value();
                    assertClose(what + " node " + k, 2.5 * alone, row.totals()[k], 1e-13);
                }
                assertWithin(what, 2.5 * row.value(), sum, 1e-12);
            }
        }
    }
}
