package io.credence.spark;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** Packs the chunks of one partition in the order of their rows' hashes. */
final class Gathering implements Iterator<PackedBlock> {
    // Sorted as primitive longs: the upper bits of the hash, the lower ones giving way to the row's number; runs of
    // equal
    // upper bits are then put in order by the whole hash and the content, so that the number never decides.

    private final List<RowShuffle.Chunk> chunks;
    private final BlockBuilder builder;
    private final RowTally tally;
    private final FeatureRow buffer;
    private final FeatureRow other;
    private final int[] firstRows;
    private final int[] order;
    private int next;
    private boolean done;

    Gathering(List<RowShuffle.Chunk> chunks, RowPlan plan, Precision precision, RowTally tally) {
        this.chunks = chunks;
        this.builder = Packing.builder(plan, precision, BlockBuilder.DEFAULT_BLOCK_BYTES);
        this.tally = tally;
        this.buffer = new FeatureRow(plan.columns(), plan.sparse());
        this.other = new FeatureRow(plan.columns(), plan.sparse());
        this.firstRows = new int[chunks.size() + 1];
        for (int c = 0; c < chunks.size(); c++) {
            firstRows[c + 1] = Math.addExact(firstRows[c], chunks.get(c).hashes().length);
        }
        this.order = sort(firstRows[chunks.size()]);
    }

    private int[] sort(int rows) {
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
            sortRun(sorted, begin, end);
        }
        return sorted;
    }

    private void sortRun(int[] sorted, int begin, int end) {
        if (end - begin > 1) {
            Integer[] run = new Integer[end - begin];
            Arrays.setAll(run, k -> sorted[begin + k]);
            Arrays.sort(run, this::compare);
            for (int k = 0; k < run.length; k++) {
                sorted[begin + k] = run[k];
            }
        }
    }

    private int compare(int left, int right) {
        int byHash = Long.compare(hash(left), hash(right));
        if (byHash != 0) {
            return byHash;
        }
        load(left, buffer);
        load(right, other);
        int byLabel = Double.compare(buffer.label(), other.label());
        int byWeight = byLabel != 0 ? byLabel : Double.compare(buffer.weight(), other.weight());
        int byOffset = byWeight != 0 ? byWeight : Double.compare(buffer.offset(), other.offset());
        int byIndices = byOffset != 0 || !buffer.isSparse()
                ? byOffset
                : Arrays.compare(buffer.indices(), 0, buffer.count(), other.indices(), 0, other.count());
        return byIndices != 0
                ? byIndices
                : Arrays.compare(buffer.values(), 0, buffer.count(), other.values(), 0, other.count());
    }

    private long hash(int row) {
        int c = chunkOf(row);
        return chunks.get(c).hashes()[row - firstRows[c]];
    }

    private int chunkOf(int row) {
        int found = Arrays.binarySearch(firstRows, row);
        return found >= 0 ? found : -found - 2;
    }

    private long load(int row, FeatureRow into) {
        RowShuffle.Chunk chunk = chunks.get(chunkOf(row));
        int within = row - firstRows[chunkOf(row)];
        RowBlock block = chunk.block();
        if (block == null) {
            throw new IllegalStateException("a chunk of rows has a block");
        }
        RowShuffle.load(block, within, into);
        return chunk.contents()[within];
    }

    @Override
    public boolean hasNext() {
        return !done;
    }

    @Override
    public PackedBlock next() {
        if (done) {
            throw new NoSuchElementException();
        }
        while (!builder.isFull() && next < order.length) {
            long content = load(order[next++], buffer);
            tally.keep(buffer, content);
            Packing.add(builder, buffer);
        }
        if (builder.isEmpty()) {
            done = true;
            return new PackedBlock(null, tally);
        }
        RowBlock block = builder.build();
        tally.packed(block);
        return new PackedBlock(block, null);
    }
}
