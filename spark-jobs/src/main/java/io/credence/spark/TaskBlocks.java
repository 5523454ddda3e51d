package io.credence.spark;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Packed rows in the memory of a task, in one partition. */
record TaskBlocks(List<PackedBlock> blocks) implements BlockPartitions {

    static TaskBlocks of(Iterator<PackedBlock> packed) {
        List<PackedBlock> blocks = new ArrayList<>();
        packed.forEachRemaining(blocks::add);
        return new TaskBlocks(blocks);
    }

    @Override
    public <U> void each(Task<PackedBlock, U> task, Consumer<? super U> taker) {
        taker.accept(task.run(0, blocks.iterator()));
    }

    @Override
    public <U> void each(Task<PackedBlock, U> task, int[] partitions, Consumer<? super U> taker) {
        IntStream.of(partitions).forEach(partition -> each(task, taker));
    }

    @Override
    public BlockPartitions cut(RowSlices slices) {
        throw new UnsupportedOperationException("rows of a task stay in one partition");
    }

    @Override
    public void release() {
        // They go with the task
    }
}
