package io.credence.spark.score;

import io.credence.linalg.Kernels;
import io.credence.mixed.result.MixedPosterior.PartitionMoments;
import io.credence.spark.backend.Partitions;
import io.credence.spark.pack.PackedBlock;
import io.credence.statistics.PartitionPass;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;

/**
 * Task that computes the moments of the effects of the levels in a partition, as rows of
 * {@link LevelEffectsTable#MOMENTS} without names.
 *
 * @param pass pass over the rows of the levels
 * @param kernelName kernel by which it computes
 */
record LevelMomentsTask(PartitionPass<PartitionMoments> pass, String kernelName)
        implements Partitions.Task<PackedBlock, Iterator<InternalRow>> {

    @Override
    public Iterator<InternalRow> run(int partition, Iterator<PackedBlock> elements) {
        return pass.sumPartition(partition, PackedBlock.blocks(elements), Kernels.named(kernelName)).stream()
                .map(LevelMomentsTask::row)
                .iterator();
    }

    private static InternalRow row(PartitionMoments.OfLevel each) {
        return new GenericInternalRow(new Object[] {
            each.entry(),
            each.level(),
            UnsafeArrayData.fromPrimitiveArray(each.moments().mean()),
            UnsafeArrayData.fromPrimitiveArray(each.moments().covariance()),
            UnsafeArrayData.fromPrimitiveArray(each.moments().cross())
        });
    }
}
