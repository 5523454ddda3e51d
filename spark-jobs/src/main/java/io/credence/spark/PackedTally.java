package io.credence.spark;

import io.credence.spark.backend.BlockPartitions;
import io.credence.spark.pack.PackedBlock;
import io.credence.spark.row.DataException;
import io.credence.spark.row.LabelRule;
import io.credence.spark.row.RowOrigin;
import io.credence.spark.row.RowPlan;
import io.credence.spark.row.RowTally;
import java.util.Iterator;
import java.util.List;

/**
 * Counts of the rows of a table while they were packed.
 *
 * @param total counts of all partitions together
 * @param partitionTallies counts of each partition
 */
record PackedTally(RowTally total, List<RowTally> partitionTallies) {

    /**
     * Collects the counts of packed rows, and checks that these can be used.
     *
     * @throws DataException if they cannot be used
     */
    static PackedTally of(BlockPartitions packed, RowPlan plan, RowOrigin origin) {
        RowTally tally = new RowTally(plan);
        List<RowTally> parts = packed.run((partition, blocks) -> partitionTally(blocks));
        parts.forEach(tally::merge);
        if (tally.refused() > 0) {
            throw origin.refusedRowException(plan);
        }
        RowTally.SeriesFault fault = tally.seriesFault();
        if (fault != null) {
            throw new DataException(fault.problem(), fault.required(), fault.found(), origin.where());
        }
        if (tally.rows() == 0) {
            throw noRowsException(origin, plan, tally);
        }
        return new PackedTally(tally, parts);
    }

    /** Tally of a partition, which is its last element. */
    private static RowTally partitionTally(Iterator<PackedBlock> blocks) {
        RowTally tally = null;
        while (blocks.hasNext()) {
            tally = blocks.next().tally();
        }
        if (tally == null) {
            throw new IllegalStateException("a packed partition ends with its tally");
        }
        return tally;
    }

    private static DataException noRowsException(RowOrigin origin, RowPlan plan, RowTally tally) {
        if (tally.skipped() > 0) {
            return origin.locateFault(plan.withFaultsRefused())
                    .map(first -> new DataException(
                            "no row is left: " + tally.skipped() + " were skipped, the first because "
                                    + first.getMessage(),
                            "at least one row",
                            "none",
                            origin.where(),
                            first))
                    .orElseThrow();
        }
        String found = tally.weightless() > 0 ? tally.weightless() + " rows of weight 0" : "no row";
        return new DataException("there are no rows", "at least one row", found, origin.where());
    }

    /**
     * Number of classes; 0 where labels are not classes.
     *
     * @throws DataException if a class has no row
     */
    int classCount(LabelRule labels, RowOrigin origin) {
        if (!labels.countsClasses()) {
            return labels.classCount();
        }
        int classes = 64 - Long.numberOfLeadingZeros(total.classBits());
        int without = Long.numberOfTrailingZeros(~total.classBits());
        if (classes < 2 || without < classes) {
            throw new DataException(
                    "the labels are not classes 0 to K−1",
                    "at least two classes, each with a row",
                    classes < 2 ? "class 0 only" : "classes up to " + (classes - 1) + " but no row of class " + without,
                    origin.where());
        }
        return classes;
    }
}
