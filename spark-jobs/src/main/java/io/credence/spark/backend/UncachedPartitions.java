package io.credence.spark.backend;

import io.credence.data.Precision;
import io.credence.spark.pack.PackedBlock;
import io.credence.spark.pack.Packing;
import io.credence.spark.pack.RowSlices;
import io.credence.spark.row.DataException;
import io.credence.spark.row.RowPlan;
import io.credence.spark.row.RowTally;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Rows that every job reads and packs anew, a block at a time, for data larger than memory and disk. A job that has
 * packed all rows of a partition compares them with those of the first one.
 *
 * @param rows rows as they are read
 * @param plan plan by which cells become rows
 * @param precision precision in which blocks are stored
 * @param firstDigests digest of each partition's rows as the first job read them; null in that job
 * @param where name of the rows in messages
 */
public record UncachedPartitions(
        RowPartitions rows, RowPlan plan, Precision precision, long @Nullable [] firstDigests, String where)
        implements BlockPartitions {

    @Override
    public <U> void collectEach(Task<PackedBlock, U> task, Consumer<? super U> taker) {
        rows.collectEach(packingTask(task, plan, precision, firstDigests, where), taker);
    }

    @Override
    public <U> void collectEach(Task<PackedBlock, U> task, int[] partitions, Consumer<? super U> taker) {
        rows.collectEach(packingTask(task, plan, precision, firstDigests, where), partitions, taker);
    }

    @Override
    public Dataset<Row> toFrame(SparkSession spark, StructType schema, Task<PackedBlock, Iterator<InternalRow>> task) {
        return rows.toFrame(spark, schema, packingTask(task, plan, precision, firstDigests, where));
    }

    private static <U> Task<InternalRow, U> packingTask(
            Task<PackedBlock, U> task, RowPlan plan, Precision precision, long @Nullable [] first, String where) {
        return (partition, cells) -> {
            Packing packing = new Packing(cells, plan, precision);
            U result = task.run(partition, packing);
            if (first != null && !packing.hasNext() && packing.tally().digest() != first[partition]) {
                throw new DataException(
                        "the rows of partition " + partition + " are others than at first",
                        "rows that stay the same while they are fitted, or backend.persist = auto",
                        "rows that changed",
                        where);
            }
            return result;
        };
    }

    /** Copy that compares its rows with those that the first job found in each partition. */
    public UncachedPartitions withFirstTallies(List<RowTally> tallies) {
        long[] digests = tallies.stream().mapToLong(RowTally::digest).toArray();
        return new UncachedPartitions(rows, plan, precision, digests, where);
    }

    @Override
    public BlockPartitions repartition(RowSlices slices) {
        throw new UnsupportedOperationException("rows that are not kept stay in the partitions in which they are read");
    }

    @Override
    public void release() {
        // Nothing is kept
    }
}
