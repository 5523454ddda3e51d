package io.credence.spark;

import io.credence.data.DataSummary;
import io.credence.fit.ExecutionBackend;
import io.credence.linalg.Kernels;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.Sums;
import java.util.Arrays;
import java.util.List;

/**
 * Partitions that Spark keeps: a pass is one ordinary job, its sums travel in the task results with the partition number and are
 * merged on the driver in that order. A retried or speculated task changes nothing, and for the same blocks and kernel the sums are
 * those of {@link io.credence.fit.InProcessBackend} to the last bit, over RDDs and over data frames.
 */
final class SparkBackend implements ExecutionBackend {

    private final BlockPartitions blocks;
    private final DataSummary summary;
    private final String kernelName;
    private final JobNames names;
    private long passes;

    /**
     * A backend over packed rows.
     *
     * @param blocks blocks of each partition, the caller's to release
     * @param kernelName kernel of the executors: java, native, auto for that of the driver, or mixed for the best of each
     */
    SparkBackend(BlockPartitions blocks, DataSummary summary, String kernelName, JobNames names) {
        this.blocks = blocks;
        this.summary = summary;
        this.kernelName = Kernels.everywhere(kernelName);
        this.names = names;
    }

    @Override
    public DataSummary summary() {
        return summary;
    }

    @Override
    public <T extends Sums<T>> List<T> collect(PartitionPass<T> pass, int[] partitions) {
        passes++;
        String what = "credence: pass " + passes + " over " + partitions.length + " partitions";
        return names.around("credence pass", what, () -> run(task(pass, kernelName), partitions));
    }

    private <T> List<T> run(Partitions.Task<PackedBlock, T> task, int[] partitions) {
        if (partitions.length < summary.partitions()) {
            return blocks.run(task, partitions);
        }
        List<T> all = blocks.run(task);
        return Arrays.stream(partitions).mapToObj(all::get).toList();
    }

    private static <T extends Sums<T>> Partitions.Task<PackedBlock, T> task(PartitionPass<T> pass, String kernel) {
        return (partition, elements) -> pass.run(partition, PackedBlock.blocks(elements), Kernels.named(kernel));
    }
}
