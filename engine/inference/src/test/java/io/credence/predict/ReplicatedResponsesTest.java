package io.credence.predict;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.Fit;
import io.credence.Inference;
import io.credence.PartitionedRows;
import io.credence.Rows;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.ResponseMoments;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.predict.PredictiveCheck.CalibrationBin;
import io.credence.predict.PredictiveCheck.Statistic;
import io.credence.testkit.TestSeed;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.ToDoubleBiFunction;
import org.hipparchus.random.JDKRandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplicatedResponsesTest {

    private static final int DRAWS = 40_000;

    private static PredictiveCheck check(String family, PartitionedRows rows) {
        Fit fit = Inference.of(family).with("check.loo", "false").fit(rows);
        return Objects.requireNonNull(fit.predictive());
    }

    static Statistic statistic(PredictiveCheck check, String name) {
        return check.statistics().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Draws have the moments that scoring reports for a response. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "gaussian",
                "bernoulli",
                "bernoulli-probit",
                "poisson",
                "negative-binomial",
                "gamma",
                "beta",
                "exponential",
                "weibull",
                "tweedie",
                "student-t",
                "zero-inflated-poisson",
                "zero-inflated-negative-binomial",
                "hurdle-poisson",
                "hurdle-negative-binomial"
            })
    void drawnResponses_haveTheMomentsOfTheLikelihood(String family) {
        Likelihood likelihood = Likelihoods.named(family, 7, 0);
        ResponseSampler responses = Objects.requireNonNull(likelihood.responseSampler());
        JDKRandomGenerator random = new JDKRandomGenerator();
        random.setSeed(TestSeed.of(family));
        double dispersion = likelihood.dispersionName() == null ? 1 : 0.4;
        double[] eta = likelihood.predictorCount() == 2 ? new double[] {0.7, -0.5} : new double[] {0.7};
        ResponseMoments expected = likelihood.responseMoments(
                eta, new double[eta.length * eta.length], new DispersionPosterior.Known(dispersion));
        double sum = 0;
        double squares = 0;
        double fourth = 0;
        for (int s = 0; s < DRAWS; s++) {
            double move = responses.draw(eta, dispersion, random) - expected.mean();
            sum += move;
            squares += move * move;
            fourth += move * move * move * move;
        }
        double variance = squares / DRAWS;
        assertWithin("mean", 0, sum / DRAWS, 4 * Math.sqrt(variance / DRAWS));
        double error = Math.sqrt((fourth / DRAWS - variance * variance) / DRAWS);
        assertWithin("variance", expected.variance(), variance, 4 * error);
    }

    private static double poisson(double eta, Random random) {
        double limit = Math.exp(-Math.exp(eta));
        double product = random.nextDouble();
        int count = 0;
        while (product > limit) {
            product *= random.nextDouble();
            count++;
        }
        return count;
    }

    @Test
    void countsOfTheModel_areNotOff() {
        PredictiveCheck check = check(
                "poisson",
                PartitionedRows.random(
                        "replicated", 400, 2, new double[] {0.5, 0.4}, ReplicatedResponsesTest::poisson));
        assertEquals(400, check.rows());
        for (String name : List.of("mean", "sd", "zeros", "max", "50 % coverage", "90 % coverage")) {
            Statistic found = statistic(check, name);
            assertFalse(found.isUnreproduced(), found.toString());
            assertTrue(found.lower() <= found.mean() && found.mean() <= found.upper(), found.toString());
        }
        assertTrue(check.calibration().isEmpty());
    }

    /** Also coverage where a share of amounts is exactly 0. */
    @Test
    void amountsOfTheModel_areNotOff() {
        ResponseSampler amounts =
                Objects.requireNonNull(Likelihoods.named("tweedie", 4, 0).responseSampler());
        PredictiveCheck check = check(
                "tweedie",
                PartitionedRows.random(
                        "amounts",
                        400,
                        2,
                        new double[] {0.5, 0.4},
                        (eta, random) -> amounts.draw(new double[] {eta}, 2, new JDKRandomGenerator(random))));
        check.statistics().forEach(found -> assertFalse(found.isUnreproduced(), found.toString()));
        assertTrue(statistic(check, "min").observed() == 0);
    }

    /** Counts of which a third are zeros whatever their rate. */
    @Test
    void zerosThatTheModelLacks_areSeen() {
        PredictiveCheck check = check(
                "poisson",
                PartitionedRows.random(
                        "inflated",
                        400,
                        1,
                        new double[] {1, 0.4},
                        (eta, random) -> random.nextDouble() < 1 / 3.0 ? 0 : poisson(eta, random)));
        Statistic zeros = statistic(check, "zeros");
        assertTrue(zeros.isUnreproduced() && zeros.observed() > zeros.upper(), zeros.toString());
        assertTrue(statistic(check, "sd").isUnreproduced());
        assertFalse(statistic(check, "mean").isUnreproduced());
    }

    @Test
    void probabilities_areCalibrated() {
        PredictiveCheck check = check(
                "bernoulli",
                PartitionedRows.random("calibrated", 2000, 3, new double[] {0.2, 1.5}, PartitionedRows::bernoulli));
        double weight = 0;
        for (CalibrationBin bin : check.calibration()) {
            weight += bin.weight();
            double error = Math.sqrt(bin.predictedProbability() * (1 - bin.predictedProbability()) / bin.weight());
            assertWithin("share of 1 at " + bin.lower(), bin.predictedProbability(), bin.observedShare(), 4 * error);
            assertTrue(bin.predictedProbability() >= bin.lowerEdge()
                    && bin.predictedProbability() <= bin.lowerEdge() + 0.1 + 1e-12);
            assertTrue(
                    bin.lower() <= bin.predictedProbability() && bin.predictedProbability() <= bin.upper(),
                    bin.toString());
        }
        assertEquals(2000, weight);
        assertEquals(2, check.statistics().size());
        check.statistics().forEach(found -> assertFalse(found.isUnreproduced(), found.toString()));
    }

    /** Features and an uncertain label for each. */
    private static Rows labelled(String name, int rows, boolean intercept, ToDoubleBiFunction<double[], Random> label) {
        Random random = new Random(TestSeed.of(name));
        double[][] features = new double[rows][2];
        double[] labels = new double[rows];
        for (int i = 0; i < rows; i++) {
            features[i][0] = random.nextGaussian();
            features[i][1] = random.nextGaussian();
            labels[i] = label.applyAsDouble(features[i], random);
        }
        List<String> names = List.of("a", "b");
        return intercept ? Rows.of(names, features, labels) : Rows.withoutIntercept(names, features, labels);
    }

    private static double logistic(Random random) {
        double u = random.nextDouble();
        return Math.log(u / (1 - u));
    }

    private static double gumbel(Random random) {
        return -Math.log(-Math.log(random.nextDouble()));
    }

    /** The largest of three utilities with Gumbel errors is a class by a softmax. */
    private static double chosen(double[] x, Random random) {
        double none = gumbel(random);
        double one = 0.6 + 1.2 * x[0] + gumbel(random);
        double two = -0.5 + x[1] - 0.4 * x[0] + gumbel(random);
        return one > Math.max(none, two) ? 1 : two > none ? 2 : 0;
    }

    private static double ordered(double latent) {
        return latent < -1 ? 0 : latent < 0.5 ? 1 : latent < 2 ? 2 : 3;
    }

    private static PredictiveCheck checked(String family, Rows rows) {
        Fit fit = Inference.of(family).with("check.loo", "false").kernel("java").fit(rows);
        return Objects.requireNonNull(fit.predictive());
    }

    @Test
    void classesOfTheModel_areNotOff() {
        PredictiveCheck check = checked("softmax", labelled("classes", 600, true, ReplicatedResponsesTest::chosen));
        assertEquals(
                List.of("calibration", "share of 0", "share of 1", "share of 2"),
                check.statistics().stream().map(Statistic::name).toList());
        check.statistics().forEach(found -> assertFalse(found.isUnreproduced(), found.toString()));
        for (String event : List.of("0", "1", "2")) {
            double weight = check.calibration().stream()
                    .filter(bin -> bin.event().equals(event))
                    .mapToDouble(CalibrationBin::weight)
                    .sum();
            assertEquals(600, weight, "rows with a probability of " + event);
        }
    }

    /** Without an intercept each class is as frequent as the others wherever features are 0. */
    @Test
    void sharesThatTheModelCannotHave_areSeen() {
        PredictiveCheck check = checked(
                "softmax",
                labelled("shares", 600, false, (x, random) -> random.nextDouble() < 0.6 ? 1 : chosen(x, random)));
        Statistic share = statistic(check, "share of 1");
        assertTrue(share.isUnreproduced() && share.observed() > share.upper(), share.toString());
        assertTrue(statistic(check, "calibration").isUnreproduced());
    }

    @Test
    void orderedClassesOfTheModel_areNotOff() {
        PredictiveCheck check = checked(
                "ordinal",
                labelled("ordered", 600, false, (x, random) -> ordered(x[0] - 0.5 * x[1] + logistic(random))));
        assertEquals(5, check.statistics().size());
        check.statistics().forEach(found -> assertFalse(found.isUnreproduced(), found.toString()));
        assertEquals(
                List.of("≤ 0", "≤ 1", "≤ 2"),
                check.calibration().stream()
                        .map(CalibrationBin::event)
                        .distinct()
                        .toList());
    }

    /** Where b is large a label shows little of a, which no shift of the cutpoints follows. */
    @Test
    void oddsThatAreNotProportional_areSeen() {
        PredictiveCheck check = checked(
                "ordinal",
                labelled(
                        "not proportional",
                        1500,
                        false,
                        (x, random) -> ordered(1.5 * x[0] + Math.exp(1.5 * x[1]) * logistic(random))));
        Statistic calibration = statistic(check, "calibration");
        assertTrue(
                calibration.isUnreproduced() && calibration.observed() > calibration.upper(), calibration.toString());
        assertFalse(statistic(check, "share of 1").isUnreproduced());
    }

    /** Under a prior that is not one of the coefficients themselves draws are of other parameters. */
    @Test
    void nonCentredFits_areCheckedToo() {
        Fit fit = Inference.of("bernoulli")
                .prior("student-t", Map.of("nonCentred", true))
                .with("check.loo", "false")
                .kernel("java")
                .fit(labelled("non-centred", 200, true, (x, random) -> x[0] + logistic(random) > 0 ? 1 : 0));
        PredictiveCheck check = Objects.requireNonNull(fit.predictive());
        Statistic mean = statistic(check, "mean");
        assertTrue(mean.lower() < mean.observed() && mean.observed() < mean.upper(), mean.toString());
        assertFalse(statistic(check, "calibration").isUnreproduced());
    }

    /** Skewness and extremes of heavy tails are not those of a normal. */
    @Test
    void heavyTails_areSeen() {
        PredictiveCheck check = check(
                "gaussian",
                PartitionedRows.random(
                        "tails",
                        500,
                        1,
                        new double[] {0, 1},
                        (eta, random) -> eta + Math.exp(1.2 * random.nextGaussian())));
        assertTrue(statistic(check, "skewness").isUnreproduced());
        assertTrue(statistic(check, "max").isUnreproduced());
        assertFalse(statistic(check, "sd").isUnreproduced());
    }

    @Test
    void momentsOfParts_areThoseOfAll() {
        Random random = new Random(TestSeed.of("merged"));
        NumberReplicates all = new NumberReplicates(1, false);
        NumberReplicates[] parts = {
            new NumberReplicates(1, false), new NumberReplicates(1, false), new NumberReplicates(1, false)
        };
        for (int i = 0; i < 300; i++) {
            double[] responses = {1e6 + random.nextGaussian()};
            double label = Math.exp(random.nextGaussian());
            all.add(responses, label, 1, new double[1]);
            parts[i % 2].add(responses, label, 1, new double[1]);
        }
        parts[2].merge(parts[0]);
        parts[2].merge(parts[1]);
        for (String name : new String[] {"mean", "sd", "skewness", "min", "max"}) {
            Statistic expected = statistic(all.result(), name);
            Statistic found = statistic(parts[2].result(), name);
            assertClose("replicated " + name, expected.mean(), found.mean(), 1e-9);
            assertClose("observed " + name, expected.observed(), found.observed(), 1e-12);
        }
    }

    @Test
    void checkThatIsNotWanted_isNotMade() {
        PartitionedRows rows =
                PartitionedRows.random("unwanted", 60, 1, new double[] {0.2, 0.5}, PartitionedRows::bernoulli);
        assertNull(Inference.of("bernoulli")
                .with("check.predictive", "false")
                .fit(rows)
                .predictive());
    }
}
