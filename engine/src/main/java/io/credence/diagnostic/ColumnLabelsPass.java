package io.credence.diagnostic;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.statistics.PartitionPass;
import java.util.Iterator;

/**
 * Which labels the rows of each value of a two-valued column have. A column of numbers is given up after three rows, so that the pass costs
 * no more than reading indicators.
 */
record ColumnLabelsPass(int columns) implements PartitionPass<ColumnLabels> {

    @Override
    public ColumnLabels run(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        ColumnLabels found = new ColumnLabels(columns);
        while (blocks.hasNext()) {
            RowBlock block = blocks.next();
            double[] labels = block.attributes().labels();
            for (int j = 0; j < columns; j++) {
                for (int i = 0; i < labels.length && found.isOpen(j); i++) {
                    found.add(j, new ColumnLabels.Value(block.value(i, j), 1, labels[i], labels[i]));
                }
            }
        }
        return found;
    }
}
