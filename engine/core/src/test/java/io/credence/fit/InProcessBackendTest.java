package io.credence.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
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
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InProcessBackendTest {

    private static final int PARTITIONS = 40;
    private static final int THREADS = 3;

    /** Counts the partitions that were begun, and weighs each by its number. */
    private record Begun(AtomicInteger count) implements PartitionPass<PassStatistics> {
        @Override
        public PassStatistics sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
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
            backend.collectEach(new Begun(begun), backwards, sums -> {
                int held = begun.get() - weights.size();
                assertTrue(held >= 1 && held <= 2 * THREADS + 1, () -> held + " sums are held");
                weights.add(sums.weight());
            });
            assertEquals(List.of("java"), backend.kernels());
        }
        assertEquals(IntStream.of(backwards).mapToObj(p -> p + 1.0).toList(), weights);
    }

    /** Interrupts the thread that waits for it once all threads run it, and goes on until it is interrupted itself. */
    private record Endless(Thread waiting, AtomicInteger begun, AtomicInteger ended)
            implements PartitionPass<PassStatistics> {
        @Override
        public PassStatistics sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            if (begun.incrementAndGet() == THREADS) {
                waiting.interrupt();
            }
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
            ended.incrementAndGet();
            return new PassStatistics(1, 0, 0);
        }
    }

    @Test
    void interruptedThread_endsItsPassAndThoseThatRunIt() {
        AtomicInteger ended = new AtomicInteger();
        try (InProcessBackend backend = backend()) {
            Endless pass = new Endless(Thread.currentThread(), new AtomicInteger(), ended);
            assertThrows(CancellationException.class, () -> backend.run(pass));
            assertFalse(Thread.currentThread().isInterrupted(), "what is held can be freed");
        }
        assertEquals(THREADS, ended.get(), "closed before its threads ended");
    }

    @Test
    void interruptedThread_beginsNoPassAndReadsNoBlock() {
        AtomicInteger begun = new AtomicInteger();
        try (InProcessBackend backend = backend()) {
            Thread.currentThread().interrupt();
            assertThrows(CancellationException.class, () -> backend.run(new Begun(begun)));
            assertEquals(0, begun.get());
            assertThrows(CancellationException.class, () -> backend.run(new Reading()));
        }
    }

    /** Reads its blocks as a thread that is to stop. */
    private record Reading() implements PartitionPass<PassStatistics> {
        @Override
        public PassStatistics sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            Thread.currentThread().interrupt();
            blocks.forEachRemaining(block -> assertNull(block, "a block was read"));
            return new PassStatistics(1, 0, 0);
        }
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
