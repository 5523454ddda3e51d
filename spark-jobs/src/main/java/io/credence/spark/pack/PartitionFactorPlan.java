package io.credence.spark.pack;

import io.credence.FactorPartitions;
import io.credence.spark.row.RowHash;
import io.credence.spark.row.RowPlan;
import io.credence.spark.row.RowTally;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Plan that sends rows to partitions, each of which holds the rows of one partition factor alone.
 *
 * @param ordinal position of the column that names a row's partition factor, as text
 * @param numbers number of each partition factor
 * @param names names of the partition factors, ascending
 * @param partitionsPerSite number of partitions of a partition factor
 */
public record PartitionFactorPlan(
        int ordinal, HashMap<UTF8String, Integer> numbers, ArrayList<String> names, int partitionsPerSite)
        implements Serializable {

    /** Cell that names the partition factor of a row; empty where none does. */
    public static UTF8String cell(InternalRow row, int at) {
        return row.isNullAt(at) ? UTF8String.EMPTY_UTF8 : row.getUTF8String(at);
    }

    public int partitionCount() {
        return names.size() * partitionsPerSite;
    }

    /** Partition of a row with a given hash. */
    int partition(InternalRow row, long hash) {
        Integer number = numbers.get(cell(row, ordinal));
        if (number == null) {
            throw new IllegalStateException("every partition factor was counted before rows are sent");
        }
        return number * partitionsPerSite + (int) Long.remainderUnsigned(hash, partitionsPerSite);
    }

    /**
     * Partition factors with their partitions, and the fingerprint and number of their rows, from the tally of each
     * partition.
     */
    public List<FactorPartitions> sites(List<RowTally> parts, RowPlan plan, List<String> features) {
        List<FactorPartitions> sites = new ArrayList<>();
        for (int k = 0; k < names.size(); k++) {
            RowTally tally = new RowTally(plan);
            parts.subList(k * partitionsPerSite, (k + 1) * partitionsPerSite).forEach(tally::merge);
            int[] partitions = IntStream.range(k * partitionsPerSite, (k + 1) * partitionsPerSite)
                    .toArray();
            sites.add(new FactorPartitions(
                    names.get(k), RowHash.fingerprint(tally, features), tally.rowsRead(), partitions));
        }
        return sites;
    }
}
