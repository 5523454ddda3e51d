package io.credence.spark.pack;

import io.credence.data.BlockBuilder;
import io.credence.data.RowBlock;
import io.credence.spark.row.RowTally;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** Iterator over the blocks of a partition, followed by the tally of its rows. */
abstract class PackedBlocks implements Iterator<PackedBlock> {

    private final RowTally tally;
    private boolean done;

    PackedBlocks(RowTally tally) {
        this.tally = tally;
    }

    /** Tally of the rows so far. */
    public final RowTally tally() {
        return tally;
    }

    /** Builder filled with the rows of the next block; null if no row is left or one was refused. */
    abstract @Nullable BlockBuilder fillBlock();

    /** Element of the block that was filled. */
    PackedBlock toPackedBlock(RowBlock block) {
        return new PackedBlock(block, null);
    }

    @Override
    public final boolean hasNext() {
        return !done;
    }

    @Override
    public final PackedBlock next() {
        if (done) {
            throw new NoSuchElementException();
        }
        BlockBuilder builder = fillBlock();
        if (builder == null) {
            done = true;
            return new PackedBlock(null, tally);
        }
        RowBlock block = builder.build();
        tally.addBlock(block);
        return toPackedBlock(block);
    }
}
