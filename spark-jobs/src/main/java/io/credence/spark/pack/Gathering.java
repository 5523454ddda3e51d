package io.credence.spark.pack;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.spark.row.FeatureRow;
import io.credence.spark.row.LevelPlan;
import io.credence.spark.row.RowPlan;
import io.credence.spark.row.RowTally;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Packing of the chunks of a partition, with rows in the order of their hashes. Rows with grouping factors are packed
 * level by level.
 */
final class Gathering extends PackedBlocks {

    private final ChunkRows rows;
    private final BlockBuilder builder;
    private final FeatureRow buffer;
    private final FeatureRow other;
    private final int[] order;
    private final @Nullable LevelPlan levelPlan;
    private int next;

    Gathering(ChunkRows rows, RowPlan plan, Precision precision, RowTally tally) {
        super(tally);
        this.rows = rows;
        this.builder = Packing.builder(plan, precision, BlockBuilder.DEFAULT_BLOCK_BYTES);
        this.levelPlan = plan.levelPlan();
        this.buffer = new FeatureRow(plan);
        this.other = new FeatureRow(plan);
        this.order = rows.sortedRows(levelPlan == null ? this::compare : this::compareByLevel);
    }

    /**
     * Compares rows that have grouping factors, so that rows of a level lie side by side. Rows of a level have the same
     * hash, so that digests are compared before cells.
     */
    private int compareByLevel(int left, int right) {
        long one = rows.load(left, buffer);
        long two = rows.load(right, other);
        int byLevel = Integer.compare(dealtLevel(buffer), dealtLevel(other));
        int byContent = byLevel != 0 ? byLevel : Long.compare(one, two);
        return byContent != 0 ? byContent : compare(left, right);
    }

    private int dealtLevel(FeatureRow row) {
        return levelPlan == null ? 0 : row.levelBuffer()[levelPlan.dealingFactor()];
    }

    private int compare(int left, int right) {
        rows.load(left, buffer);
        rows.load(right, other);
        int byLabel = Double.compare(buffer.label(), other.label());
        int byWeight = byLabel != 0 ? byLabel : Double.compare(buffer.weight(), other.weight());
        int byOffset = byWeight != 0 ? byWeight : Double.compare(buffer.offset(), other.offset());
        int byIndices = byOffset != 0 || !buffer.isSparse()
                ? byOffset
                : Arrays.compare(buffer.indices(), 0, buffer.entryCount(), other.indices(), 0, other.entryCount());
        return byIndices != 0
                ? byIndices
                : Arrays.compare(buffer.values(), 0, buffer.entryCount(), other.values(), 0, other.entryCount());
    }

    @Override
    @Nullable
    BlockBuilder fillBlock() {
        while (!builder.isFull() && next < order.length) {
            long content = rows.load(order[next++], buffer);
            tally().addKept(buffer, content);
            Packing.add(builder, buffer);
        }
        return builder.isEmpty() ? null : builder;
    }
}
