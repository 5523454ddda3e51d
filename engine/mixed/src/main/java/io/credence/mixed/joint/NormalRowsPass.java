package io.credence.mixed.joint;

import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.row.ArrowEntries;
import io.credence.mixed.row.ArrowSums;
import io.credence.statistics.PartitionPass;
import java.util.Iterator;

/**
 * Pass that sums rows with a normal response, with their weights. The sums suffice for any residual variance and any
 * variance components.
 *
 * @param units number by which each column of a block was divided
 */
public record NormalRowsPass(EffectLayout layout, double[] units) implements PartitionPass<ArrowSums> {

    @Override
    public ArrowSums sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        ArrowSums sums = new ArrowSums(layout);
        ArrowEntries row = new ArrowEntries(layout, units);
        while (blocks.hasNext()) {
            RowBlock block = blocks.next();
            RowAttributes attributes = block.attributes();
            for (int i = 0; i < block.rows(); i++) {
                row.moveTo(block, i);
                double weight = attributes.weight(i);
                double response = attributes.labels()[i] - attributes.offset(i);
                sums.addWeight(weight);
                sums.add(row, weight, weight * response, weight * response * response);
            }
        }
        return sums;
    }
}
