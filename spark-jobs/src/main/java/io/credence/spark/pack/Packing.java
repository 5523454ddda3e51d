package io.credence.spark.pack;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.spark.row.FeatureRow;
import io.credence.spark.row.RowDecoder;
import io.credence.spark.row.RowHash;
import io.credence.spark.row.RowPlan;
import io.credence.spark.row.RowTally;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.sql.catalyst.InternalRow;

/** Packs a partition's rows in the order in which they come: its blocks, then its tally. Ends at a row that is refused. */
public final class Packing implements Iterator<PackedBlock> {

    private final Iterator<InternalRow> rows;
    private final RowPlan plan;
    private final RowDecoder decoder;
    private final BlockBuilder builder;
    private final RowTally tally;
    private boolean done;
    private int waiting;

    public Packing(Iterator<InternalRow> rows, RowPlan plan, Precision precision) {
        this.rows = rows;
        this.plan = plan;
        this.decoder = new RowDecoder(plan);
        this.builder = builder(plan, precision, BlockBuilder.DEFAULT_BLOCK_BYTES);
        this.tally = new RowTally(plan);
    }

    /** What was reported of the rows so far. */
    public RowTally tally() {
        return tally;
    }

    static BlockBuilder builder(RowPlan plan, Precision precision, int blockBytes) {
        return plan.sparse()
                ? BlockBuilder.sparse(plan.columns(), precision, blockBytes)
                : BlockBuilder.dense(plan.columns(), precision, blockBytes);
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
        while (tally.refused() == 0 && !builder.isFull() && (waiting > 0 || rows.hasNext())) {
            if (waiting > 0) {
                decoder.outcome(--waiting);
                add(builder, decoder.row());
            } else {
                take(rows.next());
            }
        }
        if (tally.refused() > 0 || builder.isEmpty()) {
            done = true;
            return new PackedBlock(null, tally);
        }
        var block = builder.build();
        tally.packed(block);
        return new PackedBlock(block, null);
    }

    private void take(InternalRow cells) {
        RowDecoder.Outcome outcome = decoder.decode(cells);
        if (outcome != RowDecoder.Outcome.KEPT) {
            tally.leaveOut(outcome);
            return;
        }
        FeatureRow row = decoder.row();
        waiting = decoder.outcomes();
        for (int i = 0; i < waiting; i++) {
            decoder.outcome(i);
            tally.keep(row, RowHash.of(row));
        }
        tally.split(waiting);
        if (plan.scales() != null) {
            row.divideBy(plan.scales());
        }
    }

    static void add(BlockBuilder builder, FeatureRow row) {
        if (row.isSparse()) {
            builder.add(
                    row.label(), row.weight(), row.offset(), row.levels(), row.indices(), row.values(), row.count());
        } else {
            builder.add(row.label(), row.weight(), row.offset(), row.levels(), row.values());
        }
    }
}
