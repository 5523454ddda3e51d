package io.credence.config;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.divergence.BlockDivergence;
import io.credence.divergence.Divergences;
import io.credence.divergence.KullbackLeibler;
import io.credence.divergence.RenyiDivergence;
import io.credence.family.GaussianStructure;
import io.credence.family.Posterior;
import io.credence.family.ProductPosterior;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.fit.SamplingSettings.StopRule;
import io.credence.likelihood.robust.GeneralisedLosses;
import io.credence.part.Choice;
import io.credence.part.OptionValues;
import io.credence.update.Updates;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Objectives, families of posteriors and priors as configuration, and which of them go together. */
class ObjectiveConfigTest {

    private static final String LEAST = """
            data { path = x.csv, label = y }
            model.family = bernoulli
            output.path = out
            """;

    private static FitConfig read(String... lines) {
        return ConfigReader.read("job.conf", LEAST + String.join("\n", lines), List.of());
    }

    private static void assertRefused(String line, String... parts) {
        String message =
                assertThrows(ConfigurationException.class, () -> read(line)).getMessage();
        for (String part : parts) {
            assertTrue(message.contains(part), message);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'objective { kind = renyi, alpha = -2 }', alpha, -2",
        "'objective { kind = chivi, order = 3 }', order, 3",
        "'objective { kind = iwae, draws = 7 }', draws, 7",
        "'objective { kind = entropic-risk, gamma = 2 }', gamma, 2",
        "'objective { kind = mean-variance, c = 0.25 }', c, 0.25"
    })
    void flatObjective_keepsItsHyperparameter(String line, String key, double value) {
        FitConfig config = read(line);
        assertEquals(value, config.objective().kindChoice().values().number(key));
        assertFalse(config.inference().isExact());
        assertEquals(List.of(), config.notes());
    }

    @Test
    void generalisedObjective_isExactWithItsLossAndDivergence() {
        FitConfig config = read("objective { kind = gvi, loss { kind = huber, delta = 2 }, divergence { kind = renyi,"
                + " alpha = 0.25 } }");
        assertEquals(
                new Choice<>(
                        GeneralisedLosses.ALL.named("huber"), new OptionValues(Map.of("delta", 2.0, "weight", 1.0))),
                config.objective().loss());
        assertEquals(
                new Choice<>(Divergences.ALL.named("renyi"), new OptionValues(Map.of("alpha", 0.25))),
                config.objective().divergence());
        assertEquals(new RenyiDivergence(0.25), config.objective().priorDivergence());
        assertTrue(config.inference().isExact());
        assertFalse(config.objective().isElbo());
        assertTrue(read("objective.kind = gvi").objective().isElbo());
    }

    @Test
    void risk_takesALossAndATemperature() {
        FitConfig config =
                read("objective { kind = mean-variance, temperature = 2, loss { kind = power, weight = 3 } }");
        assertEquals(2, config.objective().temperature());
        assertEquals(
                new Choice<>(GeneralisedLosses.ALL.named("power"), new OptionValues(Map.of("weight", 3.0))),
                config.objective().loss());
        assertEquals(3, config.objective().lossWeight());
        assertEquals(new KullbackLeibler(2), config.objective().priorDivergence());
    }

    @Test
    void idleHyperparameters_areNoted() {
        assertEquals(
                List.of(
                        "objective.alpha has no effect: chivi has no such hyperparameter",
                        "objective.temperature has no effect: only a risk of the rows has a temperature"),
                read("objective { kind = chivi, alpha = 0.3, temperature = 3 }").notes());
        assertEquals(
                List.of("posterior.rank has no effect: the family gaussian-full does not have it"),
                read("posterior.rank = 3").notes());
        assertEquals(
                List.of("prior.globalScale has no effect: a laplace prior does not have it"),
                read("prior { kind = laplace, globalScale = 2 }").notes());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"gaussian-low-rank", "student-t-diagonal", "student-t-full", "gaussian-mixture", "planar-flow"})
    void familyWithParametersOfItsOwn_isFittedByDrawsWithAdam(String family) {
        FitConfig config = read("posterior.family = " + family);
        assertEquals(
                EstimatorKind.AUTO, config.inference().sampling().estimator().kind());
        assertEquals(Updates.ADAM, config.inference().sampling().update().kind());
        assertFalse(config.posterior().isGaussian());
        assertEquals(
                family.equals("student-t-full") ? GaussianStructure.FULL : GaussianStructure.DIAGONAL,
                config.posterior().structure());
        assertEquals(List.of(), config.notes());
    }

    @Test
    void priors_areReadWithTheirOptions() {
        FitConfig laplace = read("prior { kind = laplace, scale = 0.5, nonCentred = true, groups = [2, 3] }");
        assertEquals("laplace", laplace.prior().kind());
        assertEquals(0.5, laplace.prior().kindChoice().values().number("scale"));
        assertTrue(laplace.prior().kindChoice().values().flag("nonCentred"));
        assertEquals(List.of(2, 3), laplace.prior().kindChoice().values().wholes("groups"));
        assertFalse(laplace.inference().isExact());
        assertNotNull(read("prior.kind = horseshoe")
                .prior()
                .coefficientPrior(4, List.of(0))
                .nonCentredMap());
        assertEquals(
                3, read("prior.kind = student-t").prior().kindChoice().values().number("degreesOfFreedom"));
    }

    @Test
    void combinationsThatCannotBe_areRefusedWithTheReason() {
        assertRefused(
                "objective.kind = eubo\nminibatch.partitions = 2\ndata.partitions = 4",
                "objective.kind does not go with minibatch.partitions",
                "biased",
                "required minibatch.partitions = all");
        assertRefused("objective { kind = renyi, divergence.kind = alpha }", "required kl, or objective.kind = gvi");
        assertRefused("objective { kind = elbo, loss.kind = huber }", "required log-likelihood, or");
        assertRefused("prior.kind = laplace\ndata.standardize = true", "the prior is one of the columns as they are");
        assertRefused("objective.kind = tail-adaptive\nestimator.kind = score", "found objective.kind = tail-adaptive");
        assertEquals(
                EstimatorKind.SCORE,
                read("objective.kind = eubo\nestimator.kind = score")
                        .inference()
                        .sampling()
                        .estimator()
                        .kind());
        assertRefused("posterior.family = planar-flow\nestimator.kind = exact", "posterior.family = planar-flow");
        assertRefused("posterior { family = student-t-diagonal, degreesOfFreedom = 2 }", "a number above 2");
        assertEquals(
                StopRule.PATIENCE,
                read("objective.kind = eubo\nstop.rule = patience")
                        .inference()
                        .sampling()
                        .stop()
                        .rule());
        assertRefused("method = eubo-vi\nobjective.kind = renyi", "method = eubo-vi sets objective.kind = eubo");
    }

    @Test
    void sumOfDivergences_isReadWithFactorsAndFunction() {
        String sum = "objective { kind = gvi, divergence { kind = sum, of = log, parts = ["
                + "{ factor = 0.5, kind = kl }, { factor = 2, kind = renyi, alpha = 0.3 }] } }";
        assertEquals(
                "log of 0.5 " + KullbackLeibler.PLAIN.name() + " + 2.0 " + new RenyiDivergence(0.3).name(),
                read(sum).objective().priorDivergence().name());
        assertTrue(read(sum).inference().isExact());
        assertRefused(sum.replace("factor = 2", "factor = 0"), "factor of renyi must be a number above 0 but was 0");
        assertRefused(sum.replace("factor = 2, ", ""), "factor of renyi must be a number above 0 but was null");
        assertRefused(sum.replace("kind = kl", "kind = blocks"), "requires a divergence by itself but found blocks");
        assertRefused(sum.replace("of = log", "of = root"), "identity, log, square, exponential");
    }

    @Test
    void divergenceByBlocks_isReadWithTheOptionsOfEach() {
        String blocks =
                "posterior.family = gaussian-diagonal\nobjective { kind = gvi, divergence { kind = blocks, parts = ["
                        + "{ size = 2, kind = renyi, alpha = 0.3 }, { size = 1, kind = kl }] } }";
        assertEquals(
                new BlockDivergence(List.of(
                        new BlockDivergence.BlockTerm(2, 1, new RenyiDivergence(0.3)),
                        new BlockDivergence.BlockTerm(1, 1, KullbackLeibler.PLAIN))),
                read(blocks).objective().priorDivergence());
        assertTrue(read(blocks).inference().isExact());
        assertTrue(read(blocks.replace("gaussian-diagonal", "gaussian-block\nposterior.blocks = [2, 1]"))
                .inference()
                .isExact());
        assertRefused(
                blocks.replace("gaussian-diagonal", "gaussian-block\nposterior.blocks = [1, 2]"),
                "objective.divergence.kind does not go with posterior.family",
                "judged apart");
        assertRefused(blocks.replace("gaussian-diagonal", "gaussian-full"), "judged apart");
        assertRefused(blocks.replace("alpha", "beta"), "renyi does not know beta: required one of alpha");
        assertRefused(blocks.replace("kind = kl", "kind = kll"), "unknown divergence 'kll'", "did you mean kl?");
        assertRefused(blocks.replace("size = 1", "size = 0"), "size of kl must be a whole number from 1 but was 0");
        assertRefused(
                "objective { kind = gvi, divergence { kind = blocks } }\nposterior.family = gaussian-diagonal",
                "requires at least one block");
    }

    /** Blocks of a network or deep process count layers; a process has divergences alone in which what both laws share cancels. */
    @Test
    void divergenceByLayers_isReadForNetworksAndProcesses() {
        String blocks = "model.network.layers = [4, 3]\nobjective { kind = gvi, divergence { kind = blocks, parts = ["
                + "{ size = 2, kind = beta, beta = 1.3 }, { size = 1, kind = kl }] } }";
        assertEquals(
                "1.0 beta-divergence(1.3) of 2 + 1.0 KL of 1",
                read(blocks).objective().priorDivergence().name());
        assertRefused(blocks.replace("[4, 3]", "[4]"), "have 3 layers together but the model has 2");
        String process = blocks.replace("layers = [4, 3]", "processes = 3\nmodel.family = gaussian");
        assertRefused(
                process, "objective.divergence", "kl, weighted-kl, renyi of a positive order", "beta-divergence(1.3)");
        String ratios = process.replace("kind = beta, beta = 1.3", "kind = renyi, alpha = 0.3");
        assertEquals(
                "1.0 renyi(0.3) of 2 + 1.0 KL of 1",
                read(ratios).objective().priorDivergence().name());
        String sum =
                "model { family = gaussian, network.processes = 1 }, objective { kind = gvi, divergence { kind = sum,"
                        + " parts = [{ factor = 1, kind = kl }, { factor = 0.9, kind = renyi, alpha = 0.5 }] } }";
        assertEquals(
                "1.0 KL + 0.9 renyi(0.5)",
                read(sum).objective().priorDivergence().name());
        assertRefused(sum.replace("alpha = 0.5", "alpha = -1"), "or a sum of these", "1.0 KL + 0.9 renyi(-1.0)");
        assertRefused(sum.replace("kind = sum", "kind = sum, of = square"), "or a sum of these", "square of");
    }

    @Test
    void product_isReadWithTheFamiliesOfItsFactors() {
        FitConfig config = read("posterior { family = product, factors = [{ size = 2, family = gaussian-full },"
                + " { size = 1, family = student-t-diagonal, degreesOfFreedom = 7 }] }");
        ProductPosterior q = (ProductPosterior)
                config.posterior().initialPosterior().around(new double[] {1, 2, 3}, new double[] {1, 1, 1});
        assertEquals(
                List.of("gaussian-full", "student-t-diagonal"),
                q.factors().stream().map(Posterior::family).toList());
        assertArrayEquals(new double[] {1, 2, 3}, q.mean());
        assertFalse(config.inference().isExact());
        assertEquals(Updates.ADAM, config.inference().sampling().update().kind());
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> config.posterior().initialPosterior().around(new double[4], new double[] {1, 1, 1, 1}));
        assertTrue(refused.getMessage().contains("add up to the 4 parameters but were [2, 1]"), refused.getMessage());
        assertRefused("posterior { family = product, factors = [{ size = 2, family = cauchy }] }", "'cauchy'");
        assertRefused("posterior { family = product, factors = 2 }", "posterior.factors has the wrong type");
    }
}
