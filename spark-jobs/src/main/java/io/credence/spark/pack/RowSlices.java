package io.credence.spark.pack;

import io.credence.data.RowBlock;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Division of the rows of uneven partitions into new partitions of equal numbers of rows. It depends on the numbers of
 * rows alone, not on cores, executors, or who read what.
 *
 * @param slicesByPartition slices of each new partition
 */
public record RowSlices(List<List<Slice>> slicesByPartition) implements Serializable {
    // A task of a pass takes a partition, so that the heaviest one, or an odd one out, leaves cores idle. Spark cuts
    // files where bytes require it and never within a row group: three partitions of a file of eight hold 3, 2 and 3
    // groups.

    /** Ratio of the largest partition's number of rows to the mean, above which cutting pays. */
    private static final double UNEVEN = 1.1;
    /** Number of partitions below which one more or less affects the time of a job. */
    private static final int FEW = 16;

    private static final int LEAST = 8;

    /**
     * Slice of a partition that was read: rows {@code from} to {@code until}, the last one excluded.
     *
     * @param source number of that partition
     */
    public record Slice(int source, long from, long until) implements Serializable {

        /**
         * Selects the blocks with the slice's rows among those of the partition. Blocks are shared; one that an end of
         * the slice cuts is copied.
         */
        public List<PackedBlock> selectRows(Iterator<PackedBlock> blocks) {
            List<PackedBlock> within = new ArrayList<>();
            long first = 0;
            while (first < until && blocks.hasNext()) {
                RowBlock block = blocks.next().block();
                if (block != null) {
                    RowBlock kept = selectRows(block, first);
                    if (kept != null) {
                        within.add(new PackedBlock(kept, null));
                    }
                    first += block.rows();
                }
            }
            return within;
        }

        /**
         * Selects the rows of a block that lie within the slice; null for none. The block begins at row {@code first}
         * of the partition.
         */
        @Nullable
        public RowBlock selectRows(RowBlock block, long first) {
            int begin = (int) Math.max(0, from - first);
            int end = (int) Math.min(block.rows(), until - first);
            if (begin >= end) {
                return null;
            }
            return end - begin == block.rows()
                    ? block
                    : block.select(IntStream.range(begin, end).toArray());
        }
    }

    /** Slices for partitions with the given numbers of rows; null if these are about equal already. */
    public static @Nullable RowSlices ofRowCounts(long[] rows) {
        long all = Arrays.stream(rows).sum();
        long heaviest = Arrays.stream(rows).max().orElse(0);
        int times = partitionMultiple(rows.length);
        if (heaviest <= UNEVEN * all / rows.length && (rows.length >= FEW || rows.length % 2 == 0)) {
            return null;
        }
        int count = times * rows.length;
        List<List<Slice>> partitions = new ArrayList<>(count);
        long[] taken = new long[rows.length];
        long[] missing = new long[count];
        for (int p = 0; p < count; p++) {
            // Rows stay where they were read as far as that goes
            int own = p / times;
            long required = all * (p + 1) / count - all * p / count;
            long kept = Math.min(required, rows[own] - taken[own]);
            partitions.add(new ArrayList<>());
            take(partitions.get(p), taken, own, kept);
            missing[p] = required - kept;
        }
        int source = 0;
        for (int p = 0; p < count; p++) {
            while (missing[p] > 0) {
                long given = Math.min(missing[p], rows[source] - taken[source]);
                take(partitions.get(p), taken, source, given);
                missing[p] -= given;
                source += taken[source] == rows[source] ? 1 : 0;
            }
        }
        return new RowSlices(partitions);
    }

    /** Factor by which to multiply few partitions: the smallest that makes at least eight, and an even number. */
    private static int partitionMultiple(int partitions) {
        int times = 1;
        while (partitions < FEW && (times * partitions < LEAST || times * partitions % 2 == 1)) {
            times++;
        }
        return times;
    }

    private static void take(List<Slice> into, long[] taken, int source, long rows) {
        if (rows > 0) {
            into.add(new Slice(source, taken[source], taken[source] + rows));
            taken[source] += rows;
        }
    }
}
