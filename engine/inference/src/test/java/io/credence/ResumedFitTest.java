package io.credence;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.checkpoint.StateReader;
import io.credence.checkpoint.StateWriter;
import io.credence.example.PoissonLogNormal;
import io.credence.family.choice.Families;
import io.credence.fit.Algorithm;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitState;
import io.credence.fit.FitState.Phase;
import io.credence.fit.FitState.StepInfo;
import io.credence.linalg.Kernels;
import io.credence.model.Model;
import io.credence.objective.Objectives;
import io.credence.risk.NamedRisks;
import io.credence.testkit.FamilyOptions;
import io.credence.testkit.Nightly;
import io.credence.update.Updates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A fit that is killed after a step and goes on elsewhere from what was written down ends with the bits of one that was not: every
 * kind of state in every build, every family, objective and update in the nightly one.
 */
class ResumedFitTest {

    /** Steps of each stage. */
    private static final int STEPS = 5;
    /** Long enough for the average of iterates, a state of its own, to be the answer. */
    private static final int MANY = 64;

    private static final PartitionedRows ROWS =
            PartitionedRows.random("resumed", 24, 2, new double[] {0.4, -0.6, 0.3}, PartitionedRows::bernoulli);

    static Stream<String> families() {
        // A choice among families has a test of its own
        return Nightly.cases(List.of("gaussian-full", "student-t-diagonal", "gaussian-mixture"), Families.ALL.names())
                .filter(name -> !name.equals("auto"));
    }

    static Stream<String> objectives() {
        List<String> all = new ArrayList<>(Objectives.ALL.names());
        all.addAll(NamedRisks.withDivergence());
        return Nightly.cases(List.of("eubo", "iwae", "entropic-risk"), all);
    }

    static Stream<String> updates() {
        return Nightly.cases(List.of("natural-gradient", "adam"), Updates.ALL.names());
    }

    private static Inference family(String name) {
        return Inference.of("bernoulli")
                .with("stop.maxIterations", STEPS)
                .with("estimator.draws", 8)
                .posterior(name, FamilyOptions.of(name));
    }

    private static Inference byDraws(String name) {
        return family(name).with("estimator.kind", "reparameterized");
    }

    /** The states of a whole fit as they are written down, the first one too, with what it found. */
    private record Whole(List<byte[]> saved, List<StepInfo> steps, List<Integer> stages, FitResult result) {

        static Whole of(Inference requested, @Nullable Model model) throws Exception {
            List<byte[]> saved = new ArrayList<>();
            List<StepInfo> steps = new ArrayList<>();
            List<Integer> stages = new ArrayList<>();
            try (ExecutionBackend backend = ROWS.toBackend("java")) {
                Algorithm algorithm = algorithm(requested, model, backend);
                FitState state = algorithm.init();
                saved.add(StateWriter.write(state));
                while (state.isRunning()) {
                    state = algorithm.step(state);
                    saved.add(StateWriter.write(state));
                    StepInfo last = state.lastStep();
                    assertNotNull(last);
                    steps.add(last);
                    stages.add(state.stage());
                }
                return new Whole(saved, steps, stages, algorithm.result(state));
            }
        }

        /** Whether the state after so many steps is resumed: where something has just changed, and one step after that. */
        boolean isChosen(int after) {
            return after < 2 || isNew(after) || isNew(after - 1);
        }

        private boolean isNew(int after) {
            return after >= 2
                    && (!stages.get(after - 1).equals(stages.get(after - 2))
                            || steps.get(after - 1).phase()
                                    != steps.get(after - 2).phase());
        }

        boolean has(Phase phase) {
            return steps.stream().anyMatch(step -> step.phase() == phase);
        }
    }

    private static Algorithm algorithm(Inference requested, @Nullable Model model, ExecutionBackend backend) {
        return Inference.prepare(requested.with("prior.sd", 1).config(), model, ROWS, backend, Kernels.named("java"))
                .algorithm();
    }

    private static Whole resumed(Inference requested, @Nullable Model model) throws Exception {
        Whole whole = Whole.of(requested, model);
        for (int after = 0; after < whole.saved.size(); after++) {
            if (whole.isChosen(after)) {
                try (ExecutionBackend backend = ROWS.toBackend("java")) {
                    Algorithm other = algorithm(requested, model, backend);
                    FitState end = other.run(StateReader.read(whole.saved.get(after), FitState.class), List.of());
                    assertSameBits("after step " + after, whole.result, other.result(end));
                }
            }
        }
        return whole;
    }

    private static void assertSameBits(String what, FitResult expected, FitResult found) {
        assertEquals(expected.posterior().family(), found.posterior().family(), what);
        assertArrayEquals(expected.posterior().parameters(), found.posterior().parameters(), 0.0, what);
        assertEquals(expected.dispersion(), found.dispersion(), what);
        assertEquals(expected.elbo(), found.elbo(), what);
        assertEquals(expected.iterations(), found.iterations(), what);
        assertEquals(expected.passes(), found.passes(), what);
        assertEquals(expected.status(), found.status(), what);
        assertEquals(expected.decisions(), found.decisions(), what);
        assertEquals(expected.drawNoise(), found.drawNoise(), what);
        assertEquals(expected.objectiveValue(), found.objectiveValue(), what);
    }

    /** Whatever is written down after a budget that ended within the search for a start goes on, with a larger one, from the search. */
    @ParameterizedTest
    @ValueSource(strings = {"curvature", "fresh-draws"})
    void budgetWithinTheSearch_goesOnToTheFitOfALargerOne(String kind) throws Exception {
        Inference requested =
                Inference.of("bernoulli").with("estimator.kind", kind).with("estimator.draws", 8);
        Inference larger = requested.with("stop.maxIterations", MANY);
        Whole enough = Whole.of(larger, null);
        int search = enough.stages.indexOf(1);
        assertTrue(search > 3, enough.stages.toString());
        for (int budget : new int[] {2, search - 1}) {
            Whole cut = Whole.of(requested.with("stop.maxIterations", budget), null);
            assertTrue(cut.result.elbo() != null, cut.result.stopReason());
            for (int after = 0; after < cut.saved.size() - 1; after++) {
                try (ExecutionBackend backend = ROWS.toBackend("java")) {
                    Algorithm again = algorithm(larger, null, backend);
                    FitState end = again.run(StateReader.read(cut.saved.get(after), FitState.class), List.of());
                    assertSameBits("budget " + budget + ", step " + after, enough.result, again.result(end));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("families")
    void everyFamily_goesOnToTheSameBits(String name) throws Exception {
        Whole whole = resumed(byDraws(name).with("stop.maxIterations", MANY), null);
        assertEquals(name, whole.result.posterior().family());
        assertTrue(whole.has(Phase.AVERAGE), whole.result.stopReason());
    }

    static Stream<String> climbing() {
        return Nightly.cases(List.of("gaussian-mixture"), List.of("gaussian-low-rank", "gaussian-mixture"));
    }

    @ParameterizedTest
    @MethodSource("climbing")
    void climbsOfFamilies_goOnToTheSameBits(String name) throws Exception {
        Whole whole = resumed(Inference.of("bernoulli").posterior(name, FamilyOptions.of(name)), null);
        assertEquals(name, whole.result.posterior().family());
        assertTrue(whole.has(Phase.FIXED_DRAWS), whole.result.stopReason());
    }

    @ParameterizedTest
    @MethodSource("families")
    void everyFamilyUnderTheUpperBound_goesOnFromEitherStage(String name) throws Exception {
        Whole whole = resumed(family(name).objective("eubo"), null);
        assertEquals(2, whole.stages.stream().distinct().count(), whole.stages.toString());
    }

    @ParameterizedTest
    @MethodSource("objectives")
    void everyObjective_goesOnFromEitherStage(String kind) throws Exception {
        Whole whole = resumed(family("gaussian-full").objective(kind), null);
        assertEquals(2, whole.stages.stream().distinct().count(), whole.stages.toString());
        FitResult.ObjectiveValue reached = whole.result.objectiveValue();
        assertTrue(reached != null && Double.isFinite(reached.value()));
    }

    @ParameterizedTest
    @MethodSource("updates")
    void everyUpdate_goesOnToTheSameBits(String kind) throws Exception {
        Inference requested = byDraws("gaussian-full").update(kind);
        resumed(Updates.ALL.named(kind).has("momentum") ? requested.with("update.momentum", 0.5) : requested, null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"score", "fixed-draws", "exact"})
    void everyEstimator_goesOnToTheSameBits(String kind) throws Exception {
        resumed(family("gaussian-diagonal").with("estimator.kind", kind), null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"gaussian-full", "student-t-diagonal", "gaussian-mixture"})
    void minibatches_goOnWithThePartitionsThatWereNext(String name) throws Exception {
        for (Object partitions : List.<Object>of(1, "auto")) {
            Whole whole = resumed(
                    byDraws(name).with("minibatch.partitions", partitions).with("stop.maxIterations", 12), null);
            assertTrue(whole.steps.stream().anyMatch(step -> step.rows() == 12), whole.steps.toString());
        }
    }

    @Test
    void threeStages_goOnFromEach() throws Exception {
        Whole whole =
                resumed(family("gaussian-full").prior("horseshoe", Map.of()).objective("renyi"), null);
        assertEquals(3, whole.stages.stream().distinct().count(), whole.stages.toString());
    }

    @Test
    void latentNumbers_goOnToTheSameBits() throws Exception {
        Model model = new PoissonLogNormal();
        Inference requested = Inference.of(model).with("estimator.draws", 8).with("model.latent.draws", 4);
        resumed(requested.with("stop.maxIterations", STEPS), model);
    }
}
