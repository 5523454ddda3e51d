package io.credence.gradient;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import java.io.Serializable;

/** Which rows a pass visits, whatever the order in which partitions run. */
public interface RowChoice extends Serializable {

    /** Whether every row belongs to it, as it is. */
    boolean isAll();

    /** The block's rows that belong to it, where {@code firstRow} is the number of the block's first row in its partition. */
    RowBlock of(RowBlock block, int partition, long firstRow, DenseKernel kernel);
}
