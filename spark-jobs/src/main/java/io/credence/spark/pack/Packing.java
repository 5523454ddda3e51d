package io.credence.spark.pack;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.spark.row.FeatureRow;
import io.credence.spark.row.RowDecoder;
import io.credence.spark.row.RowHash;
import io.credence.spark.row.RowPlan;
import io.credence.spark.row.RowTally;
import java.util.Iterator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.jspecify.annotations.Nullable;

/**
 * Packing of a partition's rows in the order in which they come, into blocks and then a tally. Ends at a row that is
 * refused.
 */
public final class Packing extends PackedBlocks {

    private final Iterator<InternalRow> rows;
    private final RowPlan plan;
    private final RowDecoder decoder;
    private final BlockBuilder builder;
    private int waiting;

    public Packing(Iterator<InternalRow> rows, RowPlan plan, Precision precision) {
        super(new RowTally(plan));
        this.rows = rows;
        this.plan = plan;
        this.decoder = new RowDecoder(plan);
        this.builder = builder(plan, precision, BlockBuilder.DEFAULT_BLOCK_BYTES);
    }

    static BlockBuilder builder(RowPlan plan, Precision precision, int blockBytes) {
        return plan.features().sparse()
                ? BlockBuilder.sparse(plan.features().columns(), precision, blockBytes)
                : BlockBuilder.dense(plan.features().columns(), precision, blockBytes);
    }

    @Override
    @Nullable
    BlockBuilder fillBlock() {
        while (tally().refused() == 0 && !builder.isFull() && (waiting > 0 || rows.hasNext())) {
            if (waiting > 0) {
                decoder.applyOutcome(--waiting);
                add(builder, decoder.row());
            } else {
                decodeRow(rows.next());
            }
        }
        return tally().refused() > 0 || builder.isEmpty() ? null : builder;
    }

    private void decodeRow(InternalRow cells) {
        RowDecoder.Outcome outcome = decoder.decode(cells);
        if (outcome != RowDecoder.Outcome.KEPT) {
            tally().addLeftOut(outcome);
            return;
        }
        FeatureRow row = decoder.row();
        waiting = decoder.outcomeCount();
        for (int i = 0; i < waiting; i++) {
            decoder.applyOutcome(i);
            tally().addKept(row, RowHash.of(row));
        }
        tally().addSplit(waiting);
        if (plan.features().scales() != null) {
            row.divideBy(plan.features().scales());
        }
    }

    static void add(BlockBuilder builder, FeatureRow row) {
        if (row.isSparse()) {
            builder.add(
                    row.label(),
                    row.weight(),
                    row.offset(),
                    row.levels(),
                    row.indices(),
                    row.values(),
                    row.entryCount());
        } else {
            builder.add(row.label(), row.weight(), row.offset(), row.levels(), row.values());
        }
    }
}
