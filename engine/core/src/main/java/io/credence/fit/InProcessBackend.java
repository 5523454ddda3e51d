package io.credence.fit;

import io.credence.data.DataSummary;
import io.credence.data.RowBlock;
import io.credence.data.SparseBlock;
import io.credence.linalg.DenseKernel;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.Sums;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Backend that runs the partitions in this JVM, one thread each up to a limit. */
public final class InProcessBackend implements ExecutionBackend {

    /** Partitions per thread that may be running or done before the first of them is requested. */
    private static final int AHEAD = 2;

    private final List<List<RowBlock>> partitions;
    private final DenseKernel kernel;
    private final int parallelism;
    private final ExecutorService threads;
    private final DataSummary summary;

    /**
     * A backend over packed rows, which it summarises.
     *
     * @param partitions blocks of each partition; some may be empty, not all
     * @param parallelism most threads to use
     * @throws IllegalArgumentException if there is no row
     */
    public InProcessBackend(List<List<RowBlock>> partitions, DenseKernel kernel, int parallelism) {
        this(partitions, summarize(partitions), kernel, parallelism);
    }

    /** A backend over packed rows with a given summary. */
    public InProcessBackend(List<List<RowBlock>> partitions, DataSummary summary, DenseKernel kernel, int parallelism) {
        this.partitions = List.copyOf(partitions);
        this.kernel = kernel;
        this.summary = summary;
        this.parallelism = Math.max(1, Math.min(parallelism, partitions.size()));
        this.threads = Executors.newFixedThreadPool(this.parallelism, task -> {
            Thread thread = new Thread(task, "credence-pass");
            thread.setDaemon(true);
            return thread;
        });
    }

    public static DataSummary summarize(List<List<RowBlock>> partitions) {
        long rows = 0;
        double weight = 0;
        int columns = 1;
        boolean sparse = false;
        for (List<RowBlock> partition : partitions) {
            for (RowBlock block : partition) {
                rows += block.rows();
                columns = block.columns();
                sparse |= block instanceof SparseBlock;
                for (int i = 0; i < block.rows(); i++) {
                    weight += block.attributes().weight(i);
                }
            }
        }
        return new DataSummary(rows, weight, columns, sparse, partitions.size());
    }

    @Override
    public DataSummary summary() {
        return summary;
    }

    @Override
    public <T extends Sums<T>> void collectEach(PartitionPass<T> pass, int[] numbers, Consumer<? super T> taker) {
        StopRequest.throwIfRequested();
        Queue<Future<T>> ahead = new ArrayDeque<>();
        for (int partition : numbers) {
            if (ahead.size() == AHEAD * parallelism) {
                taker.accept(join(ahead.remove()));
            }
            ahead.add(threads.submit(() -> pass.sumPartition(
                    partition, stoppable(partitions.get(partition).iterator()), kernel)));
        }
        while (!ahead.isEmpty()) {
            taker.accept(join(ahead.remove()));
        }
    }

    /** An iterator over the blocks that ends with an exception once its thread is asked to stop. */
    private static Iterator<RowBlock> stoppable(Iterator<RowBlock> blocks) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return blocks.hasNext();
            }

            @Override
            public RowBlock next() {
                StopRequest.throwIfRequested();
                return blocks.next();
            }
        };
    }

    @Override
    public List<String> kernels() {
        return List.of(kernel.name());
    }

    private static <T> T join(Future<T> future) {
        try {
            return future.get();
        } catch (InterruptedException interrupted) {
            throw (CancellationException) StopRequest.stopException().initCause(interrupted);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException("a pass failed", failed.getCause());
        }
    }

    /** Stops the threads, interrupting their passes, and returns once none of them reads rows. */
    @Override
    public void close() {
        threads.shutdownNow();
        boolean interrupted = Thread.interrupted();
        while (!threads.isTerminated()) {
            try {
                interrupted |= !threads.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
            } catch (InterruptedException again) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
