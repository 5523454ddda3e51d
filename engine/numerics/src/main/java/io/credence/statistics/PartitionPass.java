package io.credence.statistics;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import java.io.Serializable;
import java.util.Iterator;

/**
 * Pass over one partition in one step: the part of a fit that executors run. It knows rows and a loss, never a
 * posterior.
 */
public interface PartitionPass<T extends Sums<T>> extends Serializable {

    /** Sums over the blocks of partition {@code partition}. */
    T sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel);

    /**
     * Bytes by which sums over {@code rows} rows may exceed sums over no rows; 0 where their size does not depend on
     * rows.
     */
    default long extraBytes(long rows) {
        return 0;
    }
}
