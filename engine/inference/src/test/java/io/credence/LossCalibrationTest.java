package io.credence;

import static io.credence.testkit.Close.assertClose;
import static io.credence.testkit.Close.assertWithin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.diagnostic.LossWeight;
import io.credence.example.RobustRegression;
import io.credence.testkit.Nightly;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.random.Well19937c;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The weight of a loss that the scatter of the rows chooses: GVI section 3.2, Lyddon, Holmes and Walker. */
class LossCalibrationTest {

    private static final double PRIOR_SD = 1000;

    private static RandomGenerator random(String name) {
        return new Well19937c(TestSeed.of(name));
    }

    /** Rows with an intercept and one column of normals. */
    private static Rows rows(int n, RandomGenerator random, IntToDoubleFunction label) {
        double[][] features = new double[n][1];
        double[] labels = new double[n];
        for (int i = 0; i < n; i++) {
            features[i][0] = random.nextGaussian();
            labels[i] = label.applyAsDouble(i);
        }
        return Rows.of(features, labels);
    }

    private static Rows numbers(int n, IntToDoubleFunction label) {
        double[] labels = new double[n];
        Arrays.setAll(labels, label::applyAsDouble);
        return Rows.of(new double[n][0], labels);
    }

    private static Inference weighed(String family, String loss, Object weight) {
        return Inference.of(family)
                .prior("normal", Map.of("sd", PRIOR_SD))
                .objective("gvi", Map.of("loss.kind", loss, "loss.weight", weight))
                .with("check.khat", false);
    }

    private static LossWeight weight(Fit fit) {
        return Objects.requireNonNull(fit.findings().objectiveFindings().lossWeight());
    }

    /** Of a normal mean with a variance that is wrong, w is the variance over that of the rows, and the sd is that of the rows' mean. */
    @ParameterizedTest
    @CsvSource({"power, 1", "power, 4", "huber, 9"})
    void normalMean_hasTheSpreadOfTheRows(String loss, double scale) {
        RandomGenerator random = random("normal mean");
        Rows rows = numbers(80, i -> 2 + scale * random.nextGaussian() / 3);
        Fit fit = weighed("gaussian", loss, "auto")
                .with("model.dispersion", 1)
                .with("objective.loss.delta", 1e6)
                .fit(rows);
        double[] labels = ((Rows.InMemory) rows).blocks().get(0).attributes().labels();
        double mean = fit.posterior().mean()[0];
        double squares = Arrays.stream(labels).map(y -> (y - mean) * (y - mean)).sum();
        assertClose("sd", Math.sqrt(squares) / 80, fit.posterior().sd()[0], 1e-6);
        assertClose("weight", weight(fit).usedWeight(), weight(fit).calibratedWeight(), 1e-6);
    }

    /** Nothing is to be corrected of labels that the model could have drawn. */
    @Test
    void weightOfATrueModel_isOne() {
        RandomGenerator random = random("true model");
        Rows rows = rows(2000, random, i -> random.nextDouble() < 0.3 ? 1 : 0);
        LossWeight found = weight(weighed("bernoulli", "power", "auto").fit(rows));
        assertEquals(1, found.usedWeight(), 4 * found.error());
        assertTrue(found.error() < 0.06, () -> "standard error " + found.error());
    }

    /** The error is how far the weight scatters between samples of rows: √3 in place of √2 where gradients are normal. */
    @Test
    void standardError_isTheScatterOfTheWeight() {
        RandomGenerator random = random("scatter");
        int samples = 150;
        double sum = 0;
        double squares = 0;
        double error = 0;
        for (int r = 0; r < samples; r++) {
            Rows rows = numbers(100, i -> 2 * random.nextGaussian());
            LossWeight found = weight(
                    weighed("gaussian", "power", 1).with("model.dispersion", 1).fit(rows));
            sum += found.calibratedWeight() / samples;
            squares += found.calibratedWeight() * found.calibratedWeight() / samples;
            error += found.error() / samples;
        }
        assertEquals(0.25, sum, 0.02);
        assertEquals(Math.sqrt(1.5), error / Math.sqrt(squares - sum * sum), 0.2);
    }

    /** Of a distance without a unit, intervals of weight 1 hold half of the truths that they ought to. */
    @ParameterizedTest
    @MethodSource("distances")
    void intervals_holdTheTruthAsOftenAsTheyClaim(String loss) {
        RandomGenerator random = random("coverage " + loss);
        int samples = 100;
        int plain = 0;
        int calibrated = 0;
        for (int r = 0; r < samples; r++) {
            Rows rows = numbers(100, i -> 5 * random.nextGaussian());
            plain += holdsZero(weighed("gaussian", loss, 1).fit(rows));
            calibrated += holdsZero(weighed("gaussian", loss, "auto").fit(rows));
        }
        assertTrue(plain < 0.7 * samples, plain + " of " + samples + " at weight 1");
        assertEquals(0.9 * samples, calibrated, 10);
    }

    static Stream<String> distances() {
        return Nightly.cases(List.of("huber"), List.of("huber", "absolute"));
    }

    private static int holdsZero(Fit fit) {
        return Math.abs(fit.posterior().mean()[0]) < 1.645 * fit.posterior().sd()[0] ? 1 : 0;
    }

    /** The answer does not depend on the unit of the loss, nor on how much the prior has to do with it. */
    @Test
    void strongPrior_isFollowedToTheFixedPoint() {
        RandomGenerator random = random("strong prior");
        Rows rows = numbers(60, i -> 1 + 0.1 * random.nextGaussian());
        Inference requested =
                weighed("gaussian", "power", "auto").with("prior.sd", 0.3).with("model.dispersion", 1);
        LossWeight found = weight(requested.fit(rows));
        LossWeight first = weight(requested.with("objective.loss.weight", 1).fit(rows));
        assertWithin("weight", found.calibratedWeight(), found.usedWeight(), found.error());
        assertEquals(100, found.usedWeight(), 4 * found.error());
        assertTrue(first.calibratedWeight() < 0.5 * found.usedWeight(), first::note);
    }

    /** An estimated dispersion has taken over what a weight would do, but not where rows differ in it. */
    @Test
    void estimatedDispersion_leavesWhatRowsDifferIn() {
        RandomGenerator random = random("dispersion");
        Rows even = rows(500, random, i -> 3 * random.nextGaussian());
        assertEquals(1, weight(weighed("gaussian", "power", "auto").fit(even)).usedWeight(), 0.15);
        double[][] features = new double[500][1];
        double[] labels = new double[500];
        for (int i = 0; i < 500; i++) {
            features[i][0] = random.nextGaussian();
            labels[i] = features[i][0] * random.nextGaussian();
        }
        Fit fit = weighed("gaussian", "power", "auto").fit(Rows.of(features, labels));
        // E x²(xε)² / E(xε)² is 3, E(xε)² / E(xε)² is 1
        assertEquals(0.5, weight(fit).usedWeight(), 0.12);
    }

    @Test
    void classOfOnesOwn_isCalibratedByDraws() {
        RandomGenerator random = random("class");
        Rows rows = rows(200, random, i -> 4 * random.nextGaussian());
        Fit fit = Inference.of(new RobustRegression())
                .prior("normal", Map.of("sd", PRIOR_SD))
                .objective("gvi", Map.of("loss.kind", "power", "loss.weight", "auto"))
                .with("check.khat", false)
                .fit(rows);
        assertTrue(
                weight(fit).usedWeight() > 0
                        && weight(fit).error() < weight(fit).usedWeight(),
                () -> weight(fit).note());
    }

    @Test
    void weight_isRefusedWhereItIsNotKnown() {
        Rows rows = numbers(20, i -> i % 2);
        Inference laplace = weighed("bernoulli", "power", "auto").prior("laplace", Map.of("scale", 1.0));
        String message = assertThrows(ConfigurationException.class, () -> laplace.fit(rows))
                .getMessage();
        assertTrue(message.contains("a normal prior"), message);
        Inference network = weighed("gaussian", "power", "auto").with("model.network.layers", List.of(3));
        assertThrows(ConfigurationException.class, network::config);
        assertNull(Inference.of("bernoulli")
                .fit(rows)
                .findings()
                .objectiveFindings()
                .lossWeight());
    }
}
