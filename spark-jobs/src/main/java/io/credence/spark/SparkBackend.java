package io.credence.spark;

import io.credence.data.DataSummary;
import io.credence.data.RowBlock;
import io.credence.fit.ExecutionBackend;
import io.credence.linalg.Kernels;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.Sums;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * Partitions in Spark's memory: a pass is one ordinary job, its sums travel in the task results with the partition number
 * and are merged on the driver in that order. A retried or speculated task changes nothing, and for the same blocks and
 * kernel the sums are those of {@link io.credence.fit.InProcessBackend} to the last bit.
 */
public final class SparkBackend implements ExecutionBackend {

    private final JavaRDD<RowBlock> blocks;
    private final DataSummary summary;
    private final String kernelName;
    private final JavaSparkContext context;
    private long passes;

    /**
     * A backend over packed rows.
     *
     * @param blocks blocks of each partition, persisted by the caller, whose they stay
     * @param kernelName kernel of the executors: auto, java or native
     */
    public SparkBackend(JavaRDD<RowBlock> blocks, DataSummary summary, String kernelName) {
        this.blocks = blocks;
        this.summary = summary;
        this.kernelName = kernelName;
        this.context = JavaSparkContext.fromSparkContext(blocks.context());
    }

    @Override
    public DataSummary summary() {
        return summary;
    }

    @Override
    public <T extends Sums<T>> List<T> collect(PartitionPass<T> pass, int[] partitions) {
        passes++;
        String what = "credence: pass " + passes + " over " + partitions.length + " partitions";
        return JobName.around(context.sc(), "credence pass", what, () -> run(pass, partitions));
    }

    private <T extends Sums<T>> List<T> run(PartitionPass<T> pass, int[] partitions) {
        Broadcast<PartitionPass<T>> shared = context.broadcast(pass);
        try {
            return PartitionJob.run(
                    blocks,
                    task(shared, kernelName),
                    Arrays.stream(partitions).<Object>mapToObj(p -> p).toList());
        } finally {
            shared.destroy();
        }
    }

    private static <T extends Sums<T>> PartitionJob.Task<RowBlock, T> task(
            Broadcast<PartitionPass<T>> shared, String kernel) {
        return (partition, rows) -> shared.value().run(partition, rows, Kernels.named(kernel));
    }
}
