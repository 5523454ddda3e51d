package io.credence.diagnostic;

import io.credence.data.RowBlock;
import io.credence.data.SparseBlock;
import io.credence.linalg.DenseKernel;
import io.credence.statistics.PartitionPass;
import java.util.Iterator;

/**
 * Pass that collects the labels of the rows of each value of two-valued columns. A column is dropped after few rows if
 * it has a third value, or if labels differ under both values; of sparse rows only the entries are read.
 */
record ColumnLabelsPass(int columns) implements PartitionPass<ColumnLabels> {

    @Override
    public ColumnLabels sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        ColumnLabels found = new ColumnLabels(columns);
        while (blocks.hasNext()) {
            RowBlock block = blocks.next();
            if (block instanceof SparseBlock) {
                addEntries(block, found);
            } else {
                addCells(block, found);
            }
        }
        return found;
    }

    private void addCells(RowBlock block, ColumnLabels found) {
        double[] labels = block.attributes().labels();
        for (int j = 0; j < columns; j++) {
            for (int i = 0; i < labels.length && found.isOpen(j); i++) {
                found.add(j, new ColumnLabels.ValueLabels(block.value(i, j), 1, labels[i], false));
            }
        }
    }

    /** Adds the entries of sparse rows; the column is 0 in the rows before each entry and behind the last. */
    private void addEntries(RowBlock block, ColumnLabels found) {
        double[] labels = block.attributes().labels();
        int[] ends = ends(labels);
        int[] next = new int[columns];
        for (int i = 0; i < labels.length; i++) {
            int row = i;
            block.forEachEntry(row, (j, x) -> {
                if (found.isOpen(j)) {
                    addZeros(found, j, next[j], row, labels, ends);
                    found.add(j, new ColumnLabels.ValueLabels(x, 1, labels[row], false));
                    next[j] = row + 1;
                }
            });
        }
        for (int j = 0; j < columns; j++) {
            addZeros(found, j, next[j], labels.length, labels, ends);
        }
    }

    private static void addZeros(ColumnLabels found, int column, int from, int to, double[] labels, int[] ends) {
        if (from < to) {
            found.add(column, new ColumnLabels.ValueLabels(0, to - from, labels[from], ends[from] < to));
        }
    }

    /** Index of the first row behind each row that has another label. */
    private static int[] ends(double[] labels) {
        int[] ends = new int[labels.length];
        for (int i = labels.length - 1; i >= 0; i--) {
            ends[i] = i + 1 < labels.length && labels[i] == labels[i + 1] ? ends[i + 1] : i + 1;
        }
        return ends;
    }
}
