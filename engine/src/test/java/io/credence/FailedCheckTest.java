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
        public <T extends Sums<T>> void each(PartitionPass<T> pass, int[] partitions, Consumer<? super T> taker) {
            if (pass instanceof DrawPass) {
                throw new OutOfMemoryError("Java heap space");
            }
            within.each(pass, partitions, taker);
        }

        @Override
        public List<String> kernels() {
            return within.kernels();
        }
    }

    @Test
    void aCheckThatFails_leavesTheFit() {
        InferenceConfig config = Inference.of("bernoulli").config();
        PartitionedRows few = PartitionedRows.random(
                "failed check", 100, 2, new double[] {0.4, -0.6, 0.3}, PartitionedRows::bernoulli);
        try (ExecutionBackend backend = few.toBackend("java")) {
            PreparedFit fit = Inference.prepare(config, null, few, new Exhausted(backend), Kernels.named("java"));
            FitResult result = fit.fit(null, List.of());
            String reason = fit.checked(result, (reported, found) -> {
                assertNull(found.weights());
                assertEquals(result.posterior(), found.posterior());
                return reported.findings(found).reliability().reason();
            });
            assertTrue(reason.contains("the check failed: java.lang.OutOfMemoryError: Java heap space"), reason);
        }
    }
}
