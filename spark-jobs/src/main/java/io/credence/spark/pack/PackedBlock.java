package io.credence.spark.pack;

import io.credence.data.RowBlock;
import io.credence.spark.row.RowTally;
import java.io.Serializable;
import java.util.Iterator;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Element of a partition of packed rows: a block, or at the partition's end its tally, or nothing. The tally lies
 * beside the blocks so that the job which fills Spark's memory also returns it to the driver.
 *
 * @param block block; null at the end of a partition
 * @param tally tally of the partition; null but at its end
 * @param series name of the series whose rows the block has; null where rows make none, or one without a name
 */
public record PackedBlock(
        @Nullable RowBlock block,
        @Nullable RowTally tally,
        @Nullable String series) implements Serializable {

    public PackedBlock(@Nullable RowBlock block, @Nullable RowTally tally) {
        this(block, tally, null);
    }

    /** Selects the blocks among elements. */
    public static Iterator<RowBlock> blocks(Iterator<PackedBlock> elements) {
        Iterable<PackedBlock> once = () -> elements;
        return StreamSupport.stream(once.spliterator(), false)
                .map(PackedBlock::block)
                .<RowBlock>mapMulti((block, kept) -> {
                    if (block != null) {
                        kept.accept(block);
                    }
                })
                .iterator();
    }
}
