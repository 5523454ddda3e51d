package io.credence.mixed.crossed;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.statistics.PartitionPass;
import java.util.Iterator;

/**
 * Pass that sums rows with a normal response by pairs of levels of two crossed factors, with their weights. The sums
 * suffice for any variance components.
 *
 * @param units number by which each column of a block was divided
 */
public record CrossedRowsPass(CrossedLayout layout, double[] units) implements PartitionPass<CrossedSums> {

    @Override
    public CrossedSums sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        CrossedSums sums = new CrossedSums(layout);
        CrossedRow row = new CrossedRow(layout, units);
        while (blocks.hasNext()) {
            RowBlock block = blocks.next();
            for (int i = 0; i < block.rows(); i++) {
                row.moveTo(block, i);
                sums.add(row, block.attributes().weight(i));
            }
        }
        return sums;
    }

    /** Largest size of the sums, bytes, as if every row were the only one of its pair of levels. */
    @Override
    public long extraBytes(long rows) {
        long cells = rows * (1 + layout.gramSize());
        long behind = layout.borderSize() + 1L;
        long first = Math.min(rows, layout.firstFactor().levels())
                * (1 + layout.firstFactor().effectsPerLevel() * behind);
        long second = Math.min(rows, layout.secondFactor().levels())
                * (1 + layout.secondFactor().effectsPerLevel() * behind);
        return Long.BYTES * (cells + first + second);
    }
}
