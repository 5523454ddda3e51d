package io.credence.pass;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.statistics.DrawSums;
import io.credence.statistics.PartitionPass;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Pass over a fixed random sample of the rows. The sample is identical in every partition however its rows got there.
 * Rows that are not finite are reported by their number within the sample.
 *
 * @param pass pass over the sampled rows
 * @param sample sample of the rows; losses whose rows belong together use all
 */
public record SampledDrawPass(DrawPass pass, RowSample sample) implements PartitionPass<DrawSums> {

    @Override
    public DrawSums sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        return pass.sumPartition(partition, sample.isAll() ? blocks : new SampledBlocks(partition, blocks), kernel);
    }

    private final class SampledBlocks implements Iterator<RowBlock> {
        private final int partition;
        private final Iterator<? extends RowBlock> blocks;
        private long firstRow;
        private @Nullable RowBlock ahead;

        SampledBlocks(int partition, Iterator<? extends RowBlock> blocks) {
            this.partition = partition;
            this.blocks = blocks;
        }

        @Override
        public boolean hasNext() {
            while (ahead == null && blocks.hasNext()) {
                RowBlock whole = blocks.next();
                RowBlock part = sample.sampledBlock(whole, partition, firstRow);
                firstRow += whole.rows();
                ahead = part.rows() > 0 ? part : null;
            }
            return ahead != null;
        }

        @Override
        public RowBlock next() {
            RowBlock next = hasNext() ? ahead : null;
            if (next == null) {
                throw new NoSuchElementException("no block is left");
            }
            ahead = null;
            return next;
        }
    }
}
