package io.credence;

import static io.credence.testkit.Close.assertWithin;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.ConfigurationException;
import io.credence.diagnostic.EvidenceBounds;
import io.credence.divergence.Divergences;
import io.credence.family.choice.Families;
import io.credence.fit.FitState.FitStatus;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.objective.Objectives;
import io.credence.risk.NamedRisks;
import io.credence.testkit.Nightly;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The keys of minibatches act on every objective that is linear in the rows, and on the others where their bias is accepted. */
class MinibatchKeysTest {

    private static final int PARTITIONS = 8;
    private static final int PART = 50;
    private static final int ALL = PARTITIONS * PART;
    private static final double[] THETA = {0.4, -0.6, 0.3};
    private static final PartitionedRows ROWS =
            PartitionedRows.random("minibatches", ALL, PARTITIONS, THETA, PartitionedRows::bernoulli);

    static Stream<String> families() {
        return Families.ALL.names().stream()
                .filter(name -> !List.of("gaussian-block", "product", "auto").contains(name));
    }

    static Stream<String> weighted() {
        return Objectives.ALL.names().stream();
    }

    static Stream<String> risks() {
        return NamedRisks.withDivergence().stream();
    }

    static Stream<String> divergences() {
        return Divergences.ALL.names().stream()
                .filter(name -> !List.of("blocks", "sum").contains(name));
    }

    private static Inference bernoulli() {
        return Inference.of("bernoulli").kernel("java");
    }

    /** Steps of the fit itself, without those that sought its start. */
    private static List<StepInfo> byDraws(Fit fit) {
        return fit.trace().stream()
                .filter(step -> step.phase() == Phase.APPROACH || step.phase() == Phase.AVERAGE)
                .toList();
    }

    /** Without anchors, whose expansion counts as a look over all rows, every step reads its partition and no more. */
    private static void assertReadsOnePartition(Inference requested) {
        Fit fit = requested
                .minibatch(1)
                .with("minibatch.controlVariate", false)
                .with("check.khat", false)
                .with("estimator.draws", 8)
                .with("stop.maxIterations", 4)
                .fit(ROWS);
        List<StepInfo> steps = byDraws(fit);
        assertEquals(4, steps.size());
        steps.forEach(step -> assertEquals(PART, step.rows(), step.toString()));
    }

    @ParameterizedTest
    @MethodSource("families")
    void everyFamily_readsOnePartitionAStep(String name) {
        assertReadsOnePartition(bernoulli().posterior(name).with("estimator.kind", "reparameterized"));
    }

    @ParameterizedTest
    @MethodSource("risks")
    void everyRisk_readsOnePartitionAStep(String kind) {
        assertReadsOnePartition(bernoulli().objective(kind));
    }

    @ParameterizedTest
    @MethodSource("divergences")
    void everyDivergence_readsOnePartitionAStep(String kind) {
        assertReadsOnePartition(bernoulli().objective("gvi", Map.of("divergence.kind", kind)));
    }

    @ParameterizedTest
    @MethodSource("weighted")
    void everyObjectiveOfWeights_isRefusedWithTheReason(String kind) {
        ConfigurationException refused = assertThrows(
                ConfigurationException.class,
                () -> bernoulli().objective(kind).minibatch(1).fit(ROWS));
        String message = String.valueOf(refused.getMessage());
        assertTrue(message.startsWith("objective.kind does not go with minibatch.partitions"), message);
        assertTrue(message.contains("importance weights of a part of the rows are biased"), message);
        assertTrue(
                message.contains(
                        "required minibatch.partitions = all, minibatch.biased = true to accept that, or another"),
                message);
    }

    @ParameterizedTest
    @MethodSource("weighted")
    void everyObjectiveOfWeights_readsOnePartitionAStepWhereItsBiasIsAccepted(String kind) {
        Inference requested = bernoulli().objective(kind).with("minibatch.biased", true);
        assertReadsOnePartition(requested);
        Fit fit = requested
                .minibatch(1)
                .with("check.khat", false)
                .with("stop.maxIterations", 4)
                .fit(ROWS);
        assertTrue(
                fit.notes().stream()
                        .anyMatch(note -> note.startsWith("importance weights of part of the rows are biased")),
                fit.notes().toString());
        assertTrue(
                fit.result()
                        .decisions()
                        .contains("minibatch: 1 of 8 partitions a step, corrected by sums over all rows;"
                                + " their importance weights are biased"),
                fit.result().decisions().toString());
    }

    @Test
    void stepsThatReadAllPartitions_areNotBiased() {
        Fit all = bernoulli()
                .objective("renyi")
                .with("check.khat", false)
                .with("minibatch.biased", true)
                .with("stop.maxIterations", 4)
                .minibatch(PARTITIONS)
                .fit(ROWS);
        assertEquals(List.of(), all.notes());
    }

    @Test
    void weightsThatAllRowsCorrect_endWhereThoseOfAllRowsDo() {
        Inference requested = bernoulli().objective("renyi").with("update.kind", "adam");
        Fit all = requested.fit(ROWS);
        Fit part = requested.minibatch(1).with("minibatch.biased", true).fit(ROWS);
        assertEquals(FitStatus.CONVERGED, all.result().status(), all.result().stopReason());
        assertEquals(FitStatus.CONVERGED, part.result().status(), part.result().stopReason());
        assertTrue(part.isReliable());
        for (String name : all.names()) {
            assertWithin("mean of " + name, all.mean(name), part.mean(name), 0.2 * all.sd(name));
            assertWithin("log sd of " + name, Math.log(all.sd(name)), Math.log(part.sd(name)), 0.2);
        }
    }

    /** Algorithm 1 of Ji and Shen (2019) as printed. Its answer is another one, and is not called reliable. */
    @Test
    void weightsThatNothingCorrects_areNotReliable() {
        Fit part = bernoulli()
                .objective("eubo")
                .with("update.kind", "adam")
                .minibatch(1)
                .with("minibatch.biased", true)
                .with("minibatch.controlVariate", false)
                .with("stop.maxIterations", 300)
                .fit(ROWS);
        assertFalse(part.isReliable());
        EvidenceBounds bounds = requireNonNull(part.check()).bounds();
        double apart = bounds.eubo().value() - bounds.elbo().value();
        assertTrue(apart > 1, "ELBO and EUBO are " + apart + " nats apart");
    }

    static Stream<Arguments> sampled() {
        List<Arguments> all = List.of(
                Arguments.of("gaussian-mixture", "elbo", null),
                Arguments.of("gaussian-full", "gvi", "renyi"),
                Arguments.of("student-t-diagonal", "elbo", null),
                Arguments.of("gaussian-diagonal", "gvi", "alpha"));
        return Nightly.cases(all.subList(0, 2), all);
    }

    /**
     * Until its steps are short a fit reads all rows, and now and then for an anchor; afterwards one partition. The standard
     * errors of both answers are at most 0.02 sd, so that their difference is within four of its own: 0.12; each may leave
     * 0.001 nats per parameter, a mean 0.045 sd off.
     */
    @ParameterizedTest
    @MethodSource("sampled")
    void onePartitionAStep_endsWhereAllPartitionsDo(String family, String objective, @Nullable String divergence) {
        Inference requested = bernoulli()
                .posterior(family)
                .objective(objective, divergence == null ? Map.of() : Map.of("divergence.kind", divergence))
                .with("estimator.kind", "reparameterized");
        Fit all = requested.fit(ROWS);
        Fit part = requested.minibatch(1).fit(ROWS);
        assertEquals(FitStatus.CONVERGED, all.result().status(), all.result().stopReason());
        assertEquals(FitStatus.CONVERGED, part.result().status(), part.result().stopReason());
        byDraws(all).forEach(step -> assertEquals(ALL, step.rows()));
        List<StepInfo> steps = byDraws(part);
        long few = steps.stream().filter(step -> step.rows() == PART).count();
        double rows = steps.stream().mapToLong(StepInfo::rows).average().orElseThrow();
        assertTrue(few > steps.size() / 2, few + " of " + steps.size() + " steps read one partition");
        assertTrue(rows < 0.6 * ALL, "rows a step: " + rows);
        for (String name : all.names()) {
            assertWithin("mean of " + name, all.mean(name), part.mean(name), 0.2 * all.sd(name));
            assertWithin("log sd of " + name, Math.log(all.sd(name)), Math.log(part.sd(name)), 0.2);
        }
    }

    @Test
    void auto_growsPartitionsWhereTheirChoiceMakesMostOfTheNoise() {
        List<String> families = List.of("gaussian-mixture", "student-t-diagonal", "gaussian-diagonal");
        for (String name : families.subList(0, Nightly.times(1, families.size()))) {
            Fit fit = bernoulli()
                    .posterior(name)
                    .with("estimator.kind", "reparameterized")
                    .with("minibatch.partitions", "auto")
                    .with("minibatch.controlVariate", false)
                    .with("stop.mcse", 0.002)
                    .with("stop.maxIterations", Nightly.times(150, 400))
                    .with("check.khat", false)
                    .fit(ROWS);
            List<String> decisions = fit.result().decisions();
            assertTrue(
                    decisions.contains("minibatch: 1 of 8 partitions a step, not corrected by sums over all rows"),
                    decisions.toString());
            assertTrue(
                    decisions.stream()
                            .anyMatch(line ->
                                    line.endsWith("the choice of partitions makes most of the noise: 2 a step")),
                    decisions.toString());
            List<StepInfo> steps = byDraws(fit);
            assertEquals(PART, steps.get(0).rows());
            assertTrue(steps.stream().anyMatch(step -> step.rows() == 2 * PART), name);
        }
    }
}
