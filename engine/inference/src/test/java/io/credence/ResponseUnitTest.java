package io.credence;

import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.choice.Likelihoods;
import io.credence.summary.SummaryRow;
import io.credence.testkit.RandomArrays;
import io.credence.testkit.TestSeed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.hipparchus.random.RandomDataGenerator;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.random.Well19937c;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** By default a response in other units, or counted from another origin, has the same posterior, in those units. */
class ResponseUnitTest {

    /** So many that independent factors of coefficients and dispersion suffice. */
    private static final int ROWS = 64;

    private static final double COEFFICIENT_OF_VARIATION = 0.1;

    private final double[][] features = new double[ROWS][1];
    private final double[] labels = new double[ROWS];

    ResponseUnitTest() {
        Random random = RandomArrays.of("response unit").random();
        for (int i = 0; i < ROWS; i++) {
            features[i][0] = random.nextGaussian();
            labels[i] = Math.exp(3 + 0.2 * features[i][0] + COEFFICIENT_OF_VARIATION * random.nextGaussian());
        }
    }

    private Fit fit(String family, double unit) {
        double[] scaled = labels.clone();
        for (int i = 0; i < ROWS; i++) {
            scaled[i] *= unit;
        }
        Fit fit = Inference.of(family).kernel("java").fit(Rows.of(features, scaled));
        assertTrue(fit.isConverged(), fit.result().stopReason());
        return fit;
    }

    @ParameterizedTest
    @CsvSource({"gaussian, 2", "student-t, 2", "gamma, 0", "tweedie, 0.5"})
    void dispersion_isInThatPowerOfTheUnit(String family, double power) {
        Fit one = fit(family, 1);
        for (double unit : new double[] {1e-6, 1e6}) {
            Fit other = fit(family, unit);
            double slope = power == 2 ? unit : 1;
            assertEquals(1, other.scale().mean() / (one.scale().mean() * Math.pow(unit, power)), 1e-3);
            assertWithin(
                    "slope",
                    one.posterior().mean()[1],
                    other.posterior().mean()[1] / slope,
                    0.02 * one.posterior().sd()[1]);
            assertEquals(1, other.posterior().sd()[1] / slope / one.posterior().sd()[1], 1e-3);
        }
    }

    /** Under the prior of a dispersion near 1 it was 0.05. */
    @ParameterizedTest
    @ValueSource(strings = {"gamma", "tweedie"})
    void smallDispersion_isThatOfTheRows(String family) {
        double power = family.equals("gamma") ? 2 : 1.5;
        double typical = Math.exp(3);
        double dispersion = fit(family, 1).scale().mean() * Math.pow(typical, power - 2);
        assertWithin("log", 2 * Math.log(COEFFICIENT_OF_VARIATION), Math.log(dispersion), 0.5);
    }

    private static double dispersion(Fit fit) {
        SummaryRow last = fit.summary().get(fit.summary().size() - 1);
        return last.name().equals("dispersion") ? last.mean() : fit.scale().mean();
    }

    private static void assertSame(Fit one, Fit other, double[] shifts, double error) {
        for (int j = 0; j < shifts.length; j++) {
            double sd = one.posterior().sd()[j];
            assertWithin(
                    one.names().get(j),
                    one.posterior().mean()[j] + shifts[j],
                    other.posterior().mean()[j],
                    error * sd);
            assertEquals(
                    1, other.posterior().sd()[j] / sd, 0.2 * error, one.names().get(j));
        }
        assertEquals(1, dispersion(other) / dispersion(one), 0.5 * error);
    }

    /** Under a prior of the intercept around 0 the scale of 64 times in seconds was 0.1 of its standard deviations off; draws are exact to 0.02. */
    @ParameterizedTest
    @CsvSource({"weibull, 0.06", "exponential, 0.01"})
    void times_areTheSameInDaysAndSeconds(String family, double error) {
        Fit days = fit(family, 1);
        for (double unit : new double[] {86_400, 1.0 / 86_400}) {
            assertSame(days, fit(family, unit), new double[] {Math.log(unit), 0}, error);
        }
    }

    private static Fit offset(String family, double exposure) {
        Random random = RandomArrays.of("offsets").random();
        List<double[]> rows = new ArrayList<>();
        double[] labels = new double[ROWS];
        double[] offsets = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            double x = random.nextGaussian();
            double known = random.nextGaussian();
            rows.add(new double[] {1, x});
            offsets[i] = known + Math.log(exposure);
            double eta = 0.5 + 0.4 * x + known + 0.3 * random.nextGaussian();
            labels[i] = family.equals("bernoulli") ? (eta > 0.5 ? 1 : 0) : Math.rint(Math.exp(eta));
        }
        BlockBuilder builder = BlockBuilder.dense(2, Precision.FLOAT64, BlockBuilder.DEFAULT_BLOCK_BYTES);
        for (int i = 0; i < ROWS; i++) {
            builder.add(labels[i], 1, offsets[i], rows.get(i));
        }
        Fit fit = Inference.of(family)
                .kernel("java")
                .fit(new Rows.InMemory(List.of(Rows.INTERCEPT, "x"), List.of(builder.build()), labels));
        assertTrue(fit.isConverged(), fit.result().stopReason());
        return fit;
    }

    /** An exposure counted in other units moves the intercept alone. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "gaussian",
                "bernoulli",
                "poisson",
                "negative-binomial",
                "hurdle-poisson",
                "zero-inflated-poisson"
            })
    void exposures_areTheSameInAnyUnit(String family) {
        Fit one = offset(family, 1);
        for (double unit : new double[] {1e3, 1e-3}) {
            double[] shifts = new double[one.names().size()];
            shifts[0] = -Math.log(unit);
            assertSame(one, offset(family, unit), shifts, 0.01);
        }
    }

    private static Fit counts(String family, double mean, double dispersion) {
        RandomGenerator random = new Well19937c(TestSeed.of("counts of any size"));
        double[][] features = new double[ROWS][1];
        double[] labels = new double[ROWS];
        for (int i = 0; i < ROWS; i++) {
            features[i][0] = random.nextGaussian();
            double rate = dispersion == 0 ? 1 : RandomDataGenerator.of(random).nextGamma(1 / dispersion, dispersion);
            labels[i] = RandomDataGenerator.of(random).nextPoisson(mean * rate);
        }
        Fit fit = Inference.of(family).kernel("java").fit(Rows.of(features, labels));
        assertTrue(fit.isConverged(), fit.result().stopReason());
        return fit;
    }

    /** Of means of 50,000 without more variance than Poisson counts have, standard deviations were 40 times those of a Poisson fit. */
    @ParameterizedTest
    @ValueSource(doubles = {5, 500, 50_000})
    void countsWithoutExcess_areKnownAsPoissonOnes(double mean) {
        double poisson = counts("poisson", mean, 0).posterior().sd()[0];
        Fit excess = counts("negative-binomial", mean, 0);
        assertEquals(1, excess.posterior().sd()[0] / poisson, 0.1, TestSeed.replay());
    }

    /** Far above its unit as far below a dispersion is that of the rows. */
    @ParameterizedTest
    @CsvSource({"5, 0.5", "500, 0.5", "50000, 0.5", "50000, 1e-3"})
    void excess_isThatOfTheRows(double mean, double dispersion) {
        double found = counts("negative-binomial", mean, dispersion).scale().mean();
        assertWithin("log " + TestSeed.replay(), Math.log(dispersion), Math.log(found), 0.6);
    }

    /** Of times that vary by a hundredth an inverse gamma (3, 1) made the dispersion 0.03. */
    @Test
    void timesThatHardlyVary_haveTheDispersionOfTheRows() {
        Random random = RandomArrays.of("narrow times").random();
        for (int i = 0; i < ROWS; i++) {
            labels[i] = Math.exp(3 + 0.01 * Math.log(-Math.log1p(-random.nextDouble())));
        }
        assertWithin("log", Math.log(0.01), Math.log(dispersion(fit("weibull", 1))), 0.3);
    }

    private static Fit grouped(String family, double dispersion, double unit) {
        RandomGenerator random = new Well19937c(TestSeed.of("groups of any size"));
        ResponseSampler responses =
                Objects.requireNonNull(Likelihoods.named(family, 4, 0).responseSampler());
        double[][] features = new double[4 * ROWS][1];
        double[] labels = new double[features.length];
        double[] effects = new double[12];
        Arrays.setAll(effects, g -> 0.3 * random.nextGaussian());
        List<String> level = new ArrayList<>();
        boolean counts = family.equals("negative-binomial");
        for (int i = 0; i < labels.length; i++) {
            features[i][0] = random.nextGaussian();
            level.add("g" + (i % 12));
            double[] eta = {(counts ? Math.log(unit) : 0) + 0.2 * features[i][0] + effects[i % 12]};
            labels[i] = (counts ? 1 : unit) * responses.draw(eta, dispersion, random);
        }
        Fit fit = Inference.of(family)
                .kernel("java")
                .with("model.groups", List.of(Map.of("by", "g")))
                .fit(Rows.of(List.of("x"), features, labels).inGroups("g", level));
        assertTrue(fit.isReliable(), fit.reliability().text());
        return fit;
    }

    /** With effects of groups too: of 256 counts of mean 10,000 an inverse gamma (3, 1) made it 0.009. */
    @Test
    void excessOfGroups_isThatOfTheRows() {
        double found = dispersion(grouped("negative-binomial", 1e-3, 1e4));
        assertWithin("log " + TestSeed.replay(), Math.log(1e-3), Math.log(found), 0.4);
    }

    @Test
    void timesOfGroups_areTheSameInDaysAndSeconds() {
        Fit days = grouped("weibull", 0.02, 1);
        assertWithin("log " + TestSeed.replay(), Math.log(0.02), Math.log(dispersion(days)), 0.3);
        Fit seconds = grouped("weibull", 0.02, 86_400);
        assertSame(days, seconds, new double[] {Math.log(86_400), 0}, 0.01);
    }
}
