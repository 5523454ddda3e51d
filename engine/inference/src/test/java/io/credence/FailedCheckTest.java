package io.credence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.config.InferenceConfig;
import io.credence.data.DataSummary;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.linalg.Kernels;
import io.credence.pass.DrawPass;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.Sums;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A fit is not lost with its check. */
class FailedCheckTest {

    /** A backend that runs out of memory where losses are taken at draws, as the check does and an exact fit does not. */
    private record Exhausted(ExecutionBackend within) implements ExecutionBackend {
        @Override
        public DataSummary summary() {
            return within.summary();
        }

        @Override
        public <T extends Sums<T>> void collectEach(
                PartitionPass<T> pass, int[] partitions, Consumer<? super T> taker) {
            if (pass instanceof DrawPass) {
                throw new OutOfMemoryError("Java heap space");
            }
            within.collectEach(pass, partitions, taker);
        }

        @Override
        public List<String> kernels() {
            return within.kernels();
        }
    }

    /** The same rows on such a backend. */
    private record ExhaustedRows(Rows within) implements Rows {
        @Override
        public List<String> names() {
            return within.names();
        }

        @Override
        public int classes() {
            return within.classes();
        }

        @Override
        public ExecutionBackend toBackend(String kernelName) {
            return new Exhausted(within.toBackend(kernelName));
        }
    }

    private static final String FAILED = "the check failed: java.lang.OutOfMemoryError: Java heap space";

    private static PartitionedRows few() {
        return PartitionedRows.random(
                "failed check", 100, 2, new double[] {0.4, -0.6, 0.3}, PartitionedRows::bernoulli);
    }

    @Test
    void fitOfTheBuilder_isKept() {
        Fit fit = Inference.of("bernoulli").kernel("java").fit(new ExhaustedRows(few()));
        assertTrue(fit.result().isConverged());
        assertTrue(
                fit.reliability().reason().contains(FAILED), fit.reliability().reason());
    }

    @Test
    void aCheckThatFails_leavesTheFit() {
        InferenceConfig config = Inference.of("bernoulli").config();
        PartitionedRows few = few();
        try (ExecutionBackend backend = few.toBackend("java")) {
            PreparedFit fit = Inference.prepare(config, null, few, new Exhausted(backend), Kernels.named("java"));
            FitResult result = fit.runUnchecked(null, List.of());
            PreparedFit.CheckedResult checked = fit.checkedResult(result);
            assertNull(checked.result().weights());
            assertEquals(result.posterior(), checked.result().posterior());
            String reason = checked.findings().reliability().reason();
            assertTrue(reason.contains(FAILED), reason);
        }
    }
}
