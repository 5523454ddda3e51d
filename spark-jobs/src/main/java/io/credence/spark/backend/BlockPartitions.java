package io.credence.spark.backend;

import io.credence.spark.pack.PackedBlock;
import io.credence.spark.pack.RowSlices;

/**
 * Packed rows for many jobs, kept until they are released or made anew by each; what is lost in between is made again.
 */
public interface BlockPartitions extends Partitions<PackedBlock> {

    /** Cuts the rows into other partitions, which are kept beside these once a job has read them. */
    BlockPartitions repartition(RowSlices slices);

    /** Frees the memory or files in which the rows are kept. */
    void release();
}
