package io.credence.spark.backend;

import io.credence.spark.pack.PackedBlock;
import io.credence.spark.pack.RowSlices;

/**
 * Packed rows that many jobs read. They are kept until they are released, or packed anew by each job; lost blocks are
 * packed again.
 */
public interface BlockPartitions extends Partitions<PackedBlock> {

    /** Cuts the rows into other partitions. These are kept in addition, once a job has read them. */
    BlockPartitions repartition(RowSlices slices);

    /** Frees the memory or files in which the rows are kept. */
    void release();
}
