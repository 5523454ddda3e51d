package io.credence.statistics;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import java.io.Serializable;
import java.util.Iterator;

/** What is done with one partition in one step: the executor half of a fit. Knows rows and a loss, never a posterior. */
public interface PartitionPass<T extends Sums<T>> extends Serializable {

    /** Sums over the blocks of partition {@code partition}. */
    T run(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel);

    /** Bytes by which sums over that many rows may exceed those over none; 0 where they are laid out alike. */
    default long bytes(long rows) {
        return 0;
    }
}
