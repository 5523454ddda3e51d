package io.credence.spark.backend;

import io.credence.data.Precision;
import io.credence.spark.pack.RowShuffle;
import io.credence.spark.row.RowPlan;
import org.apache.spark.sql.catalyst.InternalRow;

/** Rows of a table in the partitions in which Spark reads them, read anew by every job. */
public interface RowPartitions extends Partitions<InternalRow> {

    /** The rows packed where they are, kept once a job has read them. */
    BlockPartitions pack(RowPlan plan, Precision precision);

    /** The rows packed where the shuffle sends them, kept likewise. */
    BlockPartitions pack(RowShuffle shuffle);
}
