package io.credence.spark.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.data.RowBlock;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.linalg.DenseKernel;
import io.credence.spark.PackedRows;
import io.credence.spark.TestSession;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.PassStatistics;
import io.credence.statistics.Sums;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.spark.TaskContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.junit.jupiter.api.Test;

/** Tests of the jobs of every backend on Spark: their number, names, retries and limits of size. */
abstract class SparkJobsContract extends OverPackedRows {

    /** Fails the first attempt of partition 1. */
    private record Stumbling(int length) implements PartitionPass<PassStatistics> {
        @Override
        public PassStatistics sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            PassStatistics sums = new PassStatistics(length, 0, 0);
            while (blocks.hasNext()) {
                RowBlock block = blocks.next();
                for (int i = 0; i < block.rows(); i++) {
                    sums.addRows(
                            1, block.attributes().weight(i), block.attributes().offset(i), 0, 0, 0);
                }
            }
            TaskContext task = TaskContext.get();
            if (task != null && task.attemptNumber() == 0 && partition == 1) {
                throw new IllegalStateException("the first attempt of a task fails");
            }
            return sums;
        }
    }

    @Test
    void retriedTask_changesNothing() {
        try (PackedRows rows = pack(frame(1, false, SIZE), config());
                ExecutionBackend spark = rows.toSparkBackend("java");
                ExecutionBackend threads = rows.toInProcessBackend("java")) {
            PassStatistics expected = threads.run(new Stumbling(1));
            PassStatistics found = spark.run(new Stumbling(1));
            assertEquals(ROWS, found.rows());
            assertEquals(expected.weight(), found.weight());
            assertEquals(expected.expectedLoss(), found.expectedLoss());
        }
    }

    /** Fails in jobs without the names of a pass. */
    private record Named() implements PartitionPass<PassStatistics> {
        @Override
        public PassStatistics sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            TaskContext task = TaskContext.get();
            if (task == null) {
                return new PassStatistics(1, 0, 0);
            }
            String description = task.getLocalProperty("spark.job.description");
            String stage = task.getLocalProperty("callSite.short");
            if (!"credence: pass 1 over 3 partitions".equals(description) || !"credence pass".equals(stage)) {
                throw new IllegalStateException("a job is called " + description + ", its stage " + stage);
            }
            PassStatistics sums = new PassStatistics(1, 0, 0);
            sums.addRows(1, 1, 0, 0, 0, 0);
            return sums;
        }
    }

    @Test
    void passes_areNamedOnSparksPages() {
        try (PackedRows rows = pack(frame(1, false, SIZE), config());
                ExecutionBackend spark = rows.toSparkBackend("java")) {
            List<PassStatistics> sums = spark.collect(new Named(), new int[] {2, 0, 1});
            assertEquals(
                    List.of(1L, 1L, 1L), sums.stream().map(PassStatistics::rows).toList());
        }
    }

    /** Seven partitions of which two, and then one, have room in a job. */
    @Test
    void passesInSeveralJobs_haveTheSameBits() throws TimeoutException {
        try (PackedRows rows = pack(frame(1, false, SIZE), config().partitions(7));
                ExecutionBackend whole = rows.toSparkBackend("java")) {
            FitResult expected = fit(whole);
            try (ExecutionBackend one = withRoom(rows, 1);
                    ExecutionBackend two = withRoom(rows, 20_000)) {
                assertEquals(7, jobs(() -> one.run(new Stumbling(1))));
                assertEquals(4, jobs(() -> two.run(new Stumbling(1))));
                int all = jobs(() -> assertSameBits(expected, fit(two)));
                assertTrue(all > 0 && all % 4 == 0, () -> all + " jobs of passes of 4");
            }
        }
    }

    private static ExecutionBackend withRoom(PackedRows rows, long bytes) {
        return new SparkBackend(rows.blocks(), rows.summary(), "java", JobNames.NONE, new ResultLimit(1 << 20, bytes));
    }

    /** Sums that are counted when they come home to the driver. */
    private static final class Traced implements Sums<Traced> {

        private static final long serialVersionUID = 1;
        private static final AtomicInteger ARRIVED = new AtomicInteger();

        private final ArrayList<Integer> partitions = new ArrayList<>();

        @Override
        public void merge(Traced other) {
            partitions.addAll(other.partitions);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            ARRIVED.incrementAndGet();
        }
    }

    /** One partition in ten takes its time. */
    private record Tracing() implements PartitionPass<Traced> {
        @Override
        public Traced sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            if (TaskContext.get() != null && partition % 10 == 0) {
                LockSupport.parkNanos(50_000_000);
            }
            Traced sums = new Traced();
            sums.partitions.add(partition);
            return sums;
        }
    }

    /** Of sixty partitions ten have room in a job, so that no more than those wait for a slow one, and are let go one by one. */
    @Test
    void sumsOnTheDriver_areNoMoreThanThereIsRoomFor() {
        try (PackedRows rows = pack(frame(1, false, SIZE), config().partitions(60));
                ExecutionBackend spark = withRoom(rows, 100_000)) {
            List<Integer> taken = new ArrayList<>();
            AtomicInteger most = new AtomicInteger();
            int before = Traced.ARRIVED.get();
            spark.collectEach(new Tracing(), IntStream.range(0, 60).toArray(), sums -> {
                most.accumulateAndGet(Traced.ARRIVED.get() - before - taken.size(), Math::max);
                taken.addAll(sums.partitions);
            });
            assertEquals(IntStream.range(0, 60).boxed().toList(), taken);
            assertTrue(most.get() >= 1 && most.get() <= 12, most + " sums were on the driver at once");
        }
    }

    /** Number of jobs of an action, counted as they start: Spark itself remembers only its last thousand. */
    private static int jobs(Runnable action) throws TimeoutException {
        AtomicInteger jobs = new AtomicInteger();
        TestSession.hear(
                new SparkListener() {
                    @Override
                    public void onJobStart(SparkListenerJobStart start) {
                        jobs.incrementAndGet();
                    }
                },
                action);
        return jobs.get();
    }

    @Test
    void kernelsOfTheTasks_areKnown() {
        try (PackedRows rows = pack(frame(1, false, SIZE), config());
                ExecutionBackend spark = rows.toSparkBackend("java")) {
            assertEquals(List.of(), spark.kernels());
            spark.run(new Stumbling(1));
            assertEquals(List.of("java"), spark.kernels());
        }
    }

    @Test
    void lostBlocks_areMadeAgain() {
        PackedRows rows = pack(frame(1, false, SIZE), config().partitions(3));
        try (ExecutionBackend spark = rows.toSparkBackend("java")) {
            FitResult before = fit(spark);
            rows.close();
            assertSameBits(before, fit(spark));
        }
    }
}
