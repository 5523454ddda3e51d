package io.credence.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.PassStatistics;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InProcessBackendTest {

    private static final int PARTITIONS = 40;
    private static final int THREADS = 3;

    /** Counts the partitions that were begun, and weighs each by its number. */
    private record Begun(AtomicInteger count) implements PartitionPass<PassStatistics> {
        @Override
        public PassStatistics run(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            count.incrementAndGet();
            PassStatistics sums = new PassStatistics(1, 0, 0);
            sums.addRows(1, partition + 1, 0, 0, 0, 0);
            return sums;
        }
    }

    private static InProcessBackend backend() {
        BlockBuilder builder = BlockBuilder.dense(1, Precision.FLOAT64, BlockBuilder.DEFAULT_BLOCK_BYTES);
        builder.add(0, 1, 0, new double[] {1});
        List<List<RowBlock>> partitions = new ArrayList<>();
        partitions.add(List.of(builder.build()));
        IntStream.range(1, PARTITIONS).forEach(p -> partitions.add(List.of()));
        return new InProcessBackend(partitions, Kernels.named("java"), THREADS);
    }

    @Test
    void sums_areHandedOverInOrderAndFewAreHeld() {
        int[] backwards =
                IntStream.range(0, PARTITIONS).map(p -> PARTITIONS - 1 - p).toArray();
        AtomicInteger begun = new AtomicInteger();
        List<Double> weights = new ArrayList<>();
        try (InProcessBackend backend = backend()) {
            backend.each(new Begun(begun), backwards, sums -> {
                int held = begun.get() - weights.size();
                assertTrue(held >= 1 && held <= 2 * THREADS + 1, () -> held + " sums are held");
                weights.add(sums.weight());
            });
            assertEquals(List.of("java"), backend.kernels());
        }
        assertEquals(IntStream.of(backwards).mapToObj(p -> p + 1.0).toList(), weights);
    }

    @Test
    void run_mergesThemAll() {
        try (InProcessBackend backend = backend()) {
            PassStatistics all = backend.run(new Begun(new AtomicInteger()));
            assertEquals(PARTITIONS, all.rows());
            assertEquals(PARTITIONS * (PARTITIONS + 1) / 2.0, all.weight());
        }
    }
}
