package io.credence;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.checkpoint.StateReader;
import io.credence.checkpoint.StateWriter;
import io.credence.fit.Algorithm;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.fit.FitState;
import io.credence.fit.FitState.Phase;
import io.credence.linalg.Kernels;
import io.credence.model.Model;
import io.credence.testkit.Nightly;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The default fit by draws, killed after a step and gone on with from what was written down, ends with the same bits. */
class ResumedRegressionTest {

    private static Algorithm algorithm(
            Inference requested, @Nullable Model model, Rows rows, ExecutionBackend backend) {
        return Inference.prepare(requested.config(), model, rows, backend, Kernels.named("java"))
                .algorithm();
    }

    /** Goes through a fit by two chains: one never stops, the other is written and read in a fresh algorithm at every step. */
    private static Set<Phase> assertResumable(Model model, Rows rows) throws Exception {
        return assertResumable(Inference.of(model).kernel("java").with("stop.maxIterations", 120), model, rows);
    }

    private static Set<Phase> assertResumable(Inference requested, @Nullable Model model, Rows rows) throws Exception {
        Set<Phase> phases = EnumSet.noneOf(Phase.class);
        try (ExecutionBackend backend = rows.toBackend("java")) {
            Algorithm whole = algorithm(requested, model, rows, backend);
            FitState one = whole.init();
            FitState other = StateReader.read(StateWriter.write(one), FitState.class);
            while (one.isRunning()) {
                one = whole.step(one);
                other = StateReader.read(
                        StateWriter.write(
                                algorithm(requested, model, rows, backend).step(other)),
                        FitState.class);
                phases.add(one.lastStep() == null ? Phase.MODE : one.lastStep().phase());
            }
            FitResult expected = whole.result(one);
            FitResult found = whole.result(other);
            assertEquals(expected.status(), found.status());
            assertEquals(expected.elbo(), found.elbo());
            assertEquals(expected.decisions(), found.decisions());
            assertEquals(expected.drawNoise(), found.drawNoise());
            assertArrayEquals(
                    expected.posterior().parameters(), found.posterior().parameters(), 0.0);
        }
        return phases;
    }

    @Test
    @Tag("nightly")
    void levelsOfRows_goOnToTheSameBits() throws Exception {
        Rows rows = PartitionedRows.random(
                "resumed levels", 16_500, 2, new double[] {0.4, -0.6}, PartitionedRows::bernoulli);
        Set<Phase> phases = assertResumable(new DefaultDrawFitTest.Logistic(), rows);
        assertTrue(phases.containsAll(List.of(Phase.SAMPLE, Phase.APPROACH)), phases.toString());
    }

    static Stream<String> sampled() {
        return Nightly.cases(List.of("qbvi"), List.of("qbvi", "cgvb"));
    }

    @ParameterizedTest
    @MethodSource("sampled")
    void samplesOfManyRows_goOnToTheSameBits(String method) throws Exception {
        Rows rows = PartitionedRows.random(
                "resumed samples", 66_000, 2, new double[] {0.4, -0.6}, PartitionedRows::bernoulli);
        Inference requested = Inference.of("bernoulli")
                .method(method)
                .kernel("java")
                .with("estimator.draws", 4)
                .with("minibatch.anchorEvery", 3)
                .with("stop.maxIterations", 7);
        Set<Phase> phases = assertResumable(requested, null, rows);
        assertTrue(phases.containsAll(List.of(Phase.SAMPLE, Phase.MODE, Phase.APPROACH)), phases.toString());
    }

    @Test
    void fixedDraws_goOnToTheSameBits() throws Exception {
        Set<Phase> phases = assertResumable(
                new HardModels.Schools(), HardModels.Schools.data().rows());
        assertTrue(phases.containsAll(List.of(Phase.MODE, Phase.APPROACH, Phase.FIXED_DRAWS)), phases.toString());
    }
}
