package io.credence.spark.pack;

import io.credence.data.RowBlock;
import io.credence.data.SparseBlock;
import io.credence.spark.row.FeatureRow;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Rows of all chunks that a partition received, numbered in the order in which they came. */
final class ChunkRows {
    // Sorted as primitive longs: the upper bits of the hash, the lower ones giving way to the row's number; runs of
    // equal upper bits are then put in order by the whole hash and the rest, so that the number never decides.

    private final List<RowShuffle.Chunk> chunks;
    private final int[] firstRows;

    ChunkRows(List<RowShuffle.Chunk> chunks) {
        this.chunks = chunks;
        this.firstRows = new int[chunks.size() + 1];
        for (int c = 0; c < chunks.size(); c++) {
            firstRows[c + 1] = Math.addExact(firstRows[c], chunks.get(c).hashes().length);
        }
    }

    int count() {
        return firstRows[chunks.size()];
    }

    /**
     * Numbers of the rows in ascending order of their hashes. Rows of equal hash are in the order of {@code within}.
     */
    int[] sortedRows(Comparator<Integer> within) {
        Comparator<Integer> order =
                Comparator.<Integer>comparingLong(this::hash).thenComparing(within);
        int rows = count();
        int bits = 64 - Long.numberOfLeadingZeros(Math.max(1, rows - 1));
        long mask = (1L << bits) - 1;
        long[] keys = new long[rows];
        for (int row = 0; row < rows; row++) {
            keys[row] = (hash(row) & ~mask) | row;
        }
        Arrays.sort(keys);
        int[] sorted = new int[rows];
        for (int k = 0; k < rows; k++) {
            sorted[k] = (int) (keys[k] & mask);
        }
        for (int begin = 0, end; begin < rows; begin = end) {
            end = begin + 1;
            while (end < rows && (keys[end] & ~mask) == (keys[begin] & ~mask)) {
                end++;
            }
            sortRun(sorted, begin, end, order);
        }
        return sorted;
    }

    private static void sortRun(int[] sorted, int begin, int end, Comparator<Integer> order) {
        if (end - begin > 1) {
            Integer[] run = new Integer[end - begin];
            Arrays.setAll(run, k -> sorted[begin + k]);
            Arrays.sort(run, order);
            for (int k = 0; k < run.length; k++) {
                sorted[begin + k] = run[k];
            }
        }
    }

    /** Hash that assigned a row to its partition. */
    long hash(int row) {
        int c = chunkOf(row);
        return chunks.get(c).hashes()[row - firstRows[c]];
    }

    /** Fills the buffer with a row, and returns the digest of its content. */
    long load(int row, FeatureRow into) {
        int c = chunkOf(row);
        int within = row - firstRows[c];
        RowShuffle.load(block(c), within, into);
        return chunks.get(c).contentDigests()[within];
    }

    /** Number of entries that a row takes in a block. */
    int entryCount(int row) {
        int c = chunkOf(row);
        int within = row - firstRows[c];
        return block(c) instanceof SparseBlock sparse
                ? sparse.rowStarts()[within + 1] - sparse.rowStarts()[within]
                : block(c).columns();
    }

    /** Name of the series of a row. */
    String series(int row) {
        int c = chunkOf(row);
        return positions(c).series()[row - firstRows[c]];
    }

    /** Position of a row in its series. */
    long position(int row) {
        int c = chunkOf(row);
        return positions(c).positions()[row - firstRows[c]];
    }

    private RowBlock block(int chunk) {
        RowBlock block = chunks.get(chunk).block();
        if (block == null) {
            throw new IllegalStateException("a chunk of rows has a block");
        }
        return block;
    }

    private RowShuffle.Positions positions(int chunk) {
        RowShuffle.Positions positions = chunks.get(chunk).positions();
        if (positions == null) {
            throw new IllegalStateException("rows that are no series have no positions");
        }
        return positions;
    }

    private int chunkOf(int row) {
        int found = Arrays.binarySearch(firstRows, row);
        return found >= 0 ? found : -found - 2;
    }
}
