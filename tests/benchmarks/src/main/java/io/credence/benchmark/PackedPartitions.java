package io.credence.benchmark;

import io.credence.Rows;
import io.credence.data.RowBlock;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.InProcessBackend;
import io.credence.linalg.Kernels;
import java.util.List;

/**
 * Packed rows in this process, in as many partitions as requested, for one thread.
 *
 * @param names of the columns
 * @param partitions blocks of each
 */
record PackedPartitions(List<String> names, List<List<RowBlock>> partitions) implements Rows {

    /** No table has a likelihood of many classes. */
    @Override
    public int classes() {
        return 0;
    }

    @Override
    public ExecutionBackend toBackend(String kernel) {
        return new InProcessBackend(partitions, Kernels.named(kernel), 1);
    }
}
