package io.credence.spark.backend;

import io.credence.spark.pack.PackedBlock;
import io.credence.spark.pack.RowSlices;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Packed rows in the memory of a task, in one partition. */
record TaskBlocks(List<PackedBlock> elements) implements TaskPartition<PackedBlock>, BlockPartitions {

    static TaskBlocks of(Iterator<PackedBlock> packed) {
        List<PackedBlock> blocks = new ArrayList<>();
        packed.forEachRemaining(blocks::add);
        return new TaskBlocks(blocks);
    }

    @Override
    public BlockPartitions repartition(RowSlices slices) {
        throw new UnsupportedOperationException("rows of a task stay in one partition");
    }

    @Override
    public void release() {
        // They go with the task
    }
}
