package io.credence;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.diagnostic.Reliability;
import io.credence.predict.NetworkPredictive;
import io.credence.predict.Prediction;
import io.credence.testkit.Nightly;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hipparchus.random.RandomDataGenerator;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.random.Well19937c;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkInferenceTest {

    private static final int ROWS = 300;

    private static double[][] features() {
        Random random = new Random(3);
        return IntStream.range(0, ROWS)
                .mapToObj(i -> new double[] {random.nextGaussian(), 50 + 10 * random.nextGaussian()})
                .toArray(double[][]::new);
    }

    /** Labels that depend on the product of the columns, which no linear predictor sees. */
    private static double[] labels(double[][] features, String family) {
        Random random = new Random(4);
        return IntStream.range(0, ROWS)
                .mapToDouble(i -> {
                    double product = features[i][0] * (features[i][1] - 50) / 10;
                    return switch (family) {
                        case "gaussian" -> 20 + 5 * product + random.nextGaussian();
                        case "poisson" -> Math.rint(Math.exp(1 + 0.7 * Math.max(-1, Math.min(1.5, product))));
                        case "softmax" -> product > 0.4 ? 2 : product < -0.4 ? 0 : 1;
                        default -> product > 0 ? 1 : 0;
                    };
                })
                .toArray();
    }

    static Stream<String> families() {
        return Nightly.cases(
                List.of("gaussian", "bernoulli-probit", "softmax"),
                List.of("gaussian", "bernoulli", "bernoulli-probit", "poisson", "softmax"));
    }

    @ParameterizedTest
    @MethodSource("families")
    void everyFamily_learnsAnInteraction(String family) {
        double[][] features = features();
        double[] labels = labels(features, family);
        NetworkFit fit = Inference.of(family)
                .network(20)
                .with("train.epochs", 60)
                .with("train.batch", 30)
                .fit(Rows.of(features, labels));

        assertTrue(
                fit.result().stopReason().startsWith("all 60 epochs"),
                fit.result().stopReason());
        assertEquals(120, fit.trace().size());
        assertTrue(
                fit.heldOut() != null
                        && fit.heldOut().logScore() > fit.heldOut().constantScore() + 0.2,
                () -> fit.heldOut() + "");
        NetworkPredictive predictive = fit.predictive(0.9);
        Prediction high = predictive.predict(new double[] {1, 1.2, 62});
        Prediction low = predictive.predict(new double[] {1, -1.2, 62});
        assertTrue(high.prediction() > low.prediction(), high + " " + low);
        if (high.responseSpread() != null) {
            assertTrue(high.responseSpread().lower() < high.prediction()
                    && high.prediction() < high.responseSpread().upper());
            assertTrue(high.expectedSpread() != null
                    && high.expectedSpread().sd() < high.responseSpread().sd());
        }
        if (high.probability() != null) {
            double sum = IntStream.range(0, high.probability().length)
                    .mapToDouble(c -> Math.exp(predictive.logDensity(new double[] {1, 1.2, 62}, c)))
                    .sum();
            assertEquals(1, sum, 1e-9);
        }
        assertNotEquals(
                Reliability.Status.SKIPPED,
                fit.reliability().status(),
                fit.reliability().text());
    }

    /** The exact posterior of a linear model of the last hidden units: what is not the last layer's is the network's. */
    @Test
    void exactLastLayer_fitsNoWorse() {
        double[][] features = features();
        double[] labels = labels(features, "gaussian");
        NetworkFit network = Inference.of("gaussian")
                .network(10)
                .with("model.network.noise", "constant")
                .with("model.network.ensemble", 1)
                .with("train.validation", 0)
                .with("train.epochs", 60)
                .fit(Rows.of(features, labels));
        double[][] units = network.units(0, features);

        Fit last = Inference.of("gaussian").fit(Rows.of(units, labels));

        assertEquals(10, units[0].length);
        assertTrue(last.isConverged());
        double[] weights = last.posterior().mean();
        double exact = 0;
        double before = 0;
        NetworkPredictive predictive = network.predictive(0.9);
        for (int i = 0; i < labels.length; i++) {
            double found = weights[0];
            for (int j = 0; j < units[i].length; j++) {
                found += weights[1 + j] * units[i][j];
            }
            double[] row = {1, features[i][0], features[i][1]};
            exact += Math.pow(found - labels[i], 2);
            before += Math.pow(predictive.predict(row).prediction() - labels[i], 2);
        }
        assertTrue(exact < 1.02 * before, exact + " and " + before);
    }

    /** One label in ten is far off: the γ-loss fits the rest, minus the log likelihood fits the mean of both. */
    @Test
    void robustLoss_forgivesOutliers() {
        double[][] features = features();
        double[] labels = IntStream.range(0, ROWS)
                .mapToDouble(i -> i % 10 == 0 ? 40 : 3 * features[i][0])
                .toArray();
        double[] error = new double[2];
        for (int k = 0; k < 2; k++) {
            NetworkInference inference = Inference.of("gaussian")
                    .network(10)
                    .with("model.network.noise", "constant")
                    .with("model.network.ensemble", 1)
                    .with("train.epochs", 100)
                    .with("objective.kind", "gvi")
                    .with("objective.loss.kind", k == 0 ? "log-likelihood" : "gamma");
            NetworkPredictive predictive =
                    inference.fit(Rows.of(features, labels)).predictive(0.9);
            for (double x = -1; x <= 1; x += 0.5) {
                error[k] += Math.abs(predictive.predict(new double[] {1, x, 50}).prediction() - 3 * x) / 5;
            }
        }
        assertTrue(error[0] > 2 && error[1] < 0.5, error[0] + " " + error[1]);
    }

    /** Networks together over draws that they share: 10 of a step are 4 of each of three, and weigh the same. */
    @Test
    void jointNetworks_learn() {
        double[][] features = features();
        NetworkFit fit = Inference.of("bernoulli")
                .network(20)
                .with("train.epochs", 40)
                .with("model.network.ensemble", 3)
                .with("model.network.joint", true)
                .with("objective.kind", "density-variance")
                .with("estimator.draws", 10)
                .fit(Rows.of(features, labels(features, "bernoulli")));
        assertTrue(
                fit.result().decisions().toString().contains("by draws of all networks together, 4 of each a step"),
                fit.result().decisions().toString());
        assertTrue(fit.heldOut() != null
                && fit.heldOut().logScore() > fit.heldOut().constantScore() + 0.1);
        assertArrayEquals(
                new double[] {1 / 3.0, 1 / 3.0, 1 / 3.0}, fit.heldOut().weights(), 1e-12);
    }

    @ParameterizedTest
    @ValueSource(strings = {"elbo", "black-box-alpha", "iwae"})
    void objectivesThatJoinNoNetworks_areRefused(String kind) {
        Inference inference = Inference.of("gaussian")
                .with("model.network.layers", List.of(5))
                .with("model.network.ensemble", 3)
                .with("model.network.joint", true)
                .with("objective.kind", kind);
        String message = assertThrows(
                        ConfigurationException.class, () -> inference.config().networkObjective())
                .getMessage();
        assertTrue(message.startsWith("objective.kind") && message.contains("beside model.network.joint"), message);
    }

    static Stream<Arguments> objectives() {
        return Nightly.cases(
                List.of(
                        Arguments.of("gaussian", "objective.kind=entropic-risk", "entropic-risk"),
                        Arguments.of("gaussian", "objective.divergence.kind=renyi", "renyi(0.5)"),
                        Arguments.of(
                                "bernoulli",
                                "objective.kind=renyi estimator.draws=4 model.network.ensemble=1",
                                "renyi(alpha=0.5) by paths, by 4 draws of the weights a step; importance weights of a"
                                        + " minibatch are biased")),
                List.of(
                        Arguments.of("gaussian", "objective.kind=entropic-risk", "entropic-risk"),
                        Arguments.of("gaussian", "objective.divergence.kind=renyi", "renyi(0.5)"),
                        Arguments.of("softmax", "objective.loss.kind=beta", "beta-loss of order 1.5"),
                        Arguments.of("gaussian", "objective.kind=black-box-alpha estimator.draws=4", "share of log q"),
                        Arguments.of(
                                "softmax", "objective.kind=density-variance estimator.draws=4", "density-variance"),
                        Arguments.of("gaussian", "objective.kind=mean-variance estimator.draws=4", "mean-variance"),
                        Arguments.of("bernoulli", "objective.kind=entropic-risk estimator.draws=4", "entropic-risk"),
                        Arguments.of("gaussian", "objective.kind=iwae estimator.draws=5", "iwae(draws=5) by paths"),
                        Arguments.of(
                                "gaussian",
                                "objective.kind=elbo estimator.kind=reparameterized estimator.draws=4",
                                "mean of minus the log likelihood and kl, by 4 draws"),
                        Arguments.of(
                                "poisson", "objective.loss.kind=power objective.loss.weight=0.5", "divided by 0.5")));
    }

    @ParameterizedTest
    @MethodSource("objectives")
    void otherObjectives_learn(String family, String keys, String expected) {
        double[][] features = features();
        NetworkInference inference = Inference.of(family).network(20).with("train.epochs", 40);
        for (String key : keys.split(" ")) {
            inference = inference.with(key.split("=")[0], key.split("=")[1]);
        }
        boolean general = !keys.contains("objective.kind");
        NetworkFit fit = (general ? inference.with("objective.kind", "gvi") : inference)
                .fit(Rows.of(features, labels(features, family)));
        assertTrue(
                fit.result().stopReason().startsWith("all 40 epochs"),
                fit.result().stopReason());
        assertTrue(
                fit.result().decisions().stream().anyMatch(line -> line.contains(expected)),
                fit.result().decisions().toString());
        assertTrue(fit.heldOut() != null
                && fit.heldOut().logScore() > fit.heldOut().constantScore() + 0.1);
    }

    /** Steps by values are noise in hundreds of dimensions; what they must do is report that and stay finite. */
    @ParameterizedTest
    @ValueSource(strings = {"eubo", "chivi"})
    void upperBounds_stayFinite(String kind) {
        double[][] features = features();
        NetworkFit fit = Inference.of("gaussian")
                .network(5)
                .with("objective.kind", kind)
                .with("estimator.draws", 10)
                .with("model.network.ensemble", 1)
                .with("train.epochs", 20)
                .fit(Rows.of(features, labels(features, "gaussian")));
        assertTrue(
                fit.result().stopReason().startsWith("all 20 epochs"),
                fit.result().stopReason());
        String decisions = fit.result().decisions().toString();
        assertTrue(decisions.contains("by values, by 10 draws") && decisions.contains("biased"), decisions);
    }

    @ParameterizedTest
    @CsvSource({
        "gaussian, objective.kind=entropic-risk objective.loss.kind=beta, objective.kind",
        "gaussian, objective.kind=mean-variance estimator.kind=score, estimator.kind",
        "gaussian, objective.kind=tail-adaptive estimator.kind=score, estimator.kind",
        "gaussian, objective.kind=elbo estimator.kind=fixed-draws, estimator.kind",
        "gaussian, objective.loss.kind=huber, objective.loss.kind",
        "gaussian, objective.loss.kind=power objective.loss.weight=auto, objective.loss.weight",
        "gaussian, objective.loss.kind=beta model.network.noise=predicted, model.network.noise"
    })
    void objectivesThatNetworksLack_areRefused(String family, String keys, String key) {
        Inference inference = Inference.of(family);
        if (!keys.contains("objective.kind")) {
            inference = inference.objective("gvi");
        }
        NetworkInference network = inference.network(5);
        for (String each : keys.split(" ")) {
            network = network.with(each.split("=")[0], each.split("=")[1]);
        }
        NetworkInference refused = network;
        String message = assertThrows(
                        ConfigurationException.class,
                        () -> refused.fit(Rows.of(features(), labels(features(), family))))
                .getMessage();
        assertTrue(message.startsWith(key + " is not fitted by networks"), message);
    }

    @Test
    void energyOfTiedSites_isOfNetworks() {
        Inference linear = Inference.of("gaussian").objective("black-box-alpha");
        String message =
                assertThrows(ConfigurationException.class, linear::config).getMessage();
        assertTrue(message.startsWith("objective.kind is of networks: required model.network.layers"), message);
    }

    /** Networks that hardly trained: their counts lie outside all intervals, and the mean of the counts has a better log score. */
    @Test
    void countsThatAreWorseThanTheirMean_areNotReliable() {
        double[][] features = features();
        double[] counts =
                IntStream.range(0, ROWS).mapToDouble(i -> 1000 + i % 7).toArray();
        NetworkFit fit =
                Inference.of("poisson").network(5).with("train.epochs", 2).fit(Rows.of(features, counts));
        assertEquals(Reliability.Status.FAILED, fit.reliability().status());
        assertTrue(
                Objects.requireNonNull(fit.heldOut()).isWorseThanBaseline(),
                fit.reliability().text());
    }

    /** Counts of the law that is fitted, and the same counts four times: their mean is fitted as well, and they spread twice as far. */
    @ParameterizedTest
    @CsvSource({"1, PASSED", "4, FAILED"})
    void counts_areReliableWhereTheySpreadAsTheirLaw(int times, Reliability.Status status) {
        double[][] features = features();
        RandomGenerator random = new Well19937c(5);
        double[] counts = Arrays.stream(features)
                .mapToDouble(x -> times * RandomDataGenerator.of(random).nextPoisson(Math.exp(0.5 + 0.5 * x[0])))
                .toArray();
        NetworkFit fit = Inference.of("poisson").network(5).fit(Rows.of(features, counts));
        assertEquals(status, fit.reliability().status(), fit.reliability().text());
        assertTrue(
                status == Reliability.Status.PASSED
                        || fit.reliability().reason().startsWith("predictions are too sure"),
                fit.reliability().text());
    }

    /** The mean log density of new labels integrates to one: a normal mixture, in the units of the labels. */
    @Test
    void density_integratesToOne() {
        double[][] features = features();
        NetworkFit fit = Inference.of("gaussian")
                .network(10)
                .with("train.epochs", 20)
                .with("train.validation", 0)
                .fit(Rows.of(features, labels(features, "gaussian")));
        NetworkPredictive predictive = fit.predictive(0.5);
        double[] row = {1, 0.4, 47};
        double sum = 0;
        double below = 0;
        Prediction prediction = predictive.predict(row);
        for (double y = -60; y < 100; y += 0.05) {
            double share = 0.05 * Math.exp(predictive.logDensity(row, y));
            sum += share;
            below += prediction.responseSpread() != null
                            && y < prediction.responseSpread().lower()
                    ? share
                    : 0;
        }
        assertEquals(1, sum, 1e-3);
        assertEquals(0.25, below, 0.01);
        assertFalse(fit.reliability().isReliable());
        assertTrue(
                fit.reliability().reason().startsWith("the fit has not converged"),
                fit.reliability().text());
    }

    @Test
    void deepNetwork_isTrainedByDraws_toTheSameBits() {
        double[][] features = features();
        Rows rows = Rows.of(features, labels(features, "gaussian"));
        NetworkInference inference = Inference.of("gaussian")
                .network(8, 5)
                .with("model.network.activation", "tanh")
                .with("model.network.ensemble", 2)
                .with("train.epochs", 3);
        double[] row = {1, 0.4, 47};
        double first = inference.fit(rows).predictive(0.9).logDensity(row, 20);
        assertEquals(first, inference.fit(rows).predictive(0.9).logDensity(row, 20));
        assertFalse(first == inference.seed(2).fit(rows).predictive(0.9).logDensity(row, 20));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "prior.sd | 2 | prior.sd cannot be used with model.network: required none",
                "posterior.family | gaussian-diagonal | posterior.family cannot be used with model.network",
                "method | qbvi | method cannot be used with model.network",
                "stop.maxIterations | 7 | stop.maxIterations cannot be used with model.network",
                "check.khat | false | check.khat cannot be used with model.network",
                "train.epochs | 0 | train.epochs is out of range",
                "train.validation | 1 | train.validation is out of range: required a number from 0, below 1",
                "train.speed | 1 | unknown key train.speed",
                "model.network.activation | sigmoid | model.network.activation is not known: required one of relu, tanh",
                "model.network.ensemble | -1 | model.network.ensemble is out of range",
                "model.network.inducing | 5 | model.network.inducing is of processes",
                "model.network.joint | true | model.network.ensemble is of several kinds: required a number of networks",
                "model.network.processes | 2 | model.network.processes is given beside model.network.layers",
                "model.network.processes | -1 | model.network.processes is out of range"
            })
    void keys_thatDoNotAct_areRefused(String key, String value, String expected) {
        NetworkInference inference = Inference.of("gaussian").network(5).with(key, value);
        String message = assertThrows(
                        ConfigurationException.class, () -> inference.fit(Rows.of(features(), new double[ROWS])))
                .getMessage();
        assertTrue(message.startsWith(expected), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bernoulli | seed | 1 | model.family has no deep process: required gaussian",
                "gaussian | model.network.noise | predicted | model.network.noise is of units",
                "gaussian | model.network.joint | true | model.network.joint is of units",
                "gaussian | model.network.inducing | 0 | model.network.inducing is out of range",
                "gaussian | objective.kind | mean-variance | objective.kind is not fitted so: required an expected loss",
                "gaussian | prior.sd | 2 | prior.sd cannot be used with model.network"
            })
    void whatADeepProcessLacks_isRefused(String family, String key, String value, String expected) {
        Inference inference =
                Inference.of(family).with("model.network.processes", 2).with(key, value);
        String message =
                assertThrows(ConfigurationException.class, inference::config).getMessage();
        assertTrue(message.startsWith(expected), message);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -5, 5.5})
    void layerWithoutWholeUnits_isRefused(double units) {
        Inference inference = Inference.of("gaussian").with("model.network.layers", List.of(5.0, units));
        String message =
                assertThrows(ConfigurationException.class, inference::config).getMessage();
        assertTrue(message.startsWith("model.network.layers "), message);
        assertTrue(message.contains("required a list of whole numbers from 1 such as"), message);
    }

    @ParameterizedTest
    @CsvSource({"gamma, model.family has no network", "student-t, model.family has no network"})
    void familyWithoutANetwork_isRefused(String family, String expected) {
        NetworkInference inference = Inference.of(family).network(5);
        String message = assertThrows(
                        ConfigurationException.class, () -> inference.fit(Rows.of(features(), new double[ROWS])))
                .getMessage();
        assertTrue(message.startsWith(expected), message);
    }

    @Test
    void networkKeys_withoutLayers_areRefused() {
        Inference inference = Inference.of("gaussian").with("train.epochs", 5);
        String message =
                assertThrows(ConfigurationException.class, inference::config).getMessage();
        assertTrue(message.startsWith("train.epochs is of networks: required model.network.layers"), message);
    }

    @Test
    void linearFit_ofANetwork_isRefused() {
        Inference inference = Inference.of("gaussian").with("model.network.layers", List.of(5));
        Rows rows = Rows.of(features(), new double[ROWS]);
        String message = assertThrows(ConfigurationException.class, () -> inference.fit(rows))
                .getMessage();
        assertTrue(message.contains("Inference.network"), message);
    }
}
