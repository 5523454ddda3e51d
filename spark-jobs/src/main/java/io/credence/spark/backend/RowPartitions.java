package io.credence.spark.backend;

import io.credence.data.Precision;
import io.credence.spark.pack.RowShuffle;
import io.credence.spark.row.RowPlan;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;

/** Rows of a table in the partitions in which Spark reads them, read anew by every job. */
public interface RowPartitions extends Partitions<InternalRow> {

    /** Reads the first {@code count} rows, in the order of the partitions, or all where there are fewer. */
    List<InternalRow> readFirst(int count);

    /** Packs the rows where they are; the blocks are kept once a job has read them. */
    BlockPartitions pack(RowPlan plan, Precision precision);

    /** Packs the rows where the shuffle sends them; the blocks are kept once a job has read them. */
    BlockPartitions pack(RowShuffle shuffle);
}
