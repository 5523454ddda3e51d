package io.credence.spark.backend;

import io.credence.data.DataSummary;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.StopRequest;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.spark.pack.JavaBytes;
import io.credence.spark.pack.PackedBlock;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.Sums;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Backend that runs a pass as an ordinary Spark job, or as several jobs where the results of all partitions are too
 * large for the driver. Sums travel in the task results with the partition number and are merged on the driver in that
 * order, as they come. A retried or speculated task changes nothing, and for the same blocks and kernel the sums are
 * those of {@link io.credence.fit.InProcessBackend} to the last bit, over RDDs and over data frames.
 */
public final class SparkBackend implements ExecutionBackend {

    private final BlockPartitions blocks;
    private final DataSummary summary;
    private final String kernelName;
    private final JobNames names;
    private final ResultLimit room;
    private final Set<String> kernels = new ConcurrentSkipListSet<>();
    private long passes;

    /** Result of a task: the sums of a partition and the kernel that computed them. */
    private static final class PartitionResult<T> implements Serializable {

        private static final long serialVersionUID = 1;

        private final T sums;
        private final String kernel;

        PartitionResult(T sums, String kernel) {
            this.sums = sums;
            this.kernel = kernel;
        }
    }

    /**
     * Creates a backend over packed rows.
     *
     * @param blocks blocks of each partition, the caller's to release
     * @param kernelName kernel of the executors: java, native, auto for that of the driver, or mixed for the best of
     *     each
     * @param room limit of the results of a job
     */
    public SparkBackend(
            BlockPartitions blocks, DataSummary summary, String kernelName, JobNames names, ResultLimit room) {
        this.blocks = blocks;
        this.summary = summary;
        this.kernelName = Kernels.nameForExecutors(kernelName);
        this.names = names;
        this.room = room;
    }

    @Override
    public DataSummary summary() {
        return summary;
    }

    @Override
    public List<String> kernels() {
        return List.copyOf(kernels);
    }

    @Override
    public <T extends Sums<T>> void collectEach(PartitionPass<T> pass, int[] partitions, Consumer<? super T> taker) {
        StopRequest.throwIfRequested();
        passes++;
        String what = "credence: pass " + passes + " over " + partitions.length + " partitions";
        Partitions.Task<PackedBlock, PartitionResult<T>> task = task(pass, kernelName);
        Consumer<PartitionResult<T>> taking = answer -> {
            kernels.add(answer.kernel);
            taker.accept(answer.sums);
        };
        names.runNamed("credence pass", what, () -> {
            long most = summary.rows() / Math.max(1, summary.partitionCount()) + 1;
            long bytes = emptyResultBytes(task, partitions) + pass.extraBytes(most);
            room.divideIntoJobs(partitions, bytes).forEach(some -> run(task, some, taking));
            return passes;
        });
    }

    /**
     * Estimated size, bytes, of a partition's result, taken from one over no rows. Most sums have the same layout for
     * any rows.
     */
    private static <T> long emptyResultBytes(Partitions.Task<PackedBlock, T> task, int[] partitions) {
        return partitions.length == 0
                ? 0
                : JavaBytes.serializedSize(task.run(partitions[0], Collections.emptyIterator()));
    }

    private <T> void run(Partitions.Task<PackedBlock, T> task, int[] partitions, Consumer<T> taker) {
        if (Arrays.equals(
                partitions, IntStream.range(0, summary.partitionCount()).toArray())) {
            blocks.collectEach(task, taker);
        } else {
            blocks.collectEach(task, partitions, taker);
        }
    }

    private static <T extends Sums<T>> Partitions.Task<PackedBlock, PartitionResult<T>> task(
            PartitionPass<T> pass, String name) {
        return (partition, elements) -> {
            DenseKernel kernel = Kernels.named(name);
            return new PartitionResult<>(
                    pass.sumPartition(partition, PackedBlock.blocks(elements), kernel), kernel.name());
        };
    }
}
