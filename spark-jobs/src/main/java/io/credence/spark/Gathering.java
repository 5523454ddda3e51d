package io.credence.spark;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** Packs the chunks of one partition in the order of their rows' hashes. */
final class Gathering implements Iterator<PackedBlock> {

    private final ChunkRows rows;
    private final BlockBuilder builder;
    private final RowTally tally;
    private final FeatureRow buffer;
    private final FeatureRow other;
    private final int[] order;
    private int next;
    private boolean done;

    Gathering(ChunkRows rows, RowPlan plan, Precision precision, RowTally tally) {
        this.rows = rows;
        this.builder = Packing.builder(plan, precision, BlockBuilder.DEFAULT_BLOCK_BYTES);
        this.tally = tally;
        this.buffer = new FeatureRow(plan.columns(), plan.sparse());
        this.other = new FeatureRow(plan.columns(), plan.sparse());
        this.order = rows.sorted(this::compare);
    }

    private int compare(int left, int right) {
        rows.load(left, buffer);
        rows.load(right, other);
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
            long content = rows.load(order[next++], buffer);
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
