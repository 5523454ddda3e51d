package io.credence.statistics;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import java.util.Iterator;

/**
 * Moments of packed rows.
 *
 * @param columns of their features
 * @param labels of their labels, one column
 */
public record RowMoments(ColumnMoments columns, ColumnMoments labels) implements Sums<RowMoments> {

    /** The pass over rows of that many columns. */
    public static PartitionPass<RowMoments> pass(int columns, boolean sparse) {
        return (partition, blocks, kernel) -> of(columns, sparse, blocks, kernel);
    }

    private static RowMoments of(int columns, boolean sparse, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        RowMoments all = new RowMoments(new ColumnMoments(columns, sparse), new ColumnMoments(1, false));
        double[] row = new double[sparse ? 0 : columns];
        while (blocks.hasNext()) {
            RowBlock block = blocks.next();
            all.addLabels(block);
            if (sparse) {
                all.addSparse(block, kernel);
            }
            for (int i = 0; i < block.rows() && !sparse; i++) {
                block.copyRow(i, row);
                all.columns.add(row, block.attributes().weight(i));
            }
        }
        return all;
    }

    private void addLabels(RowBlock block) {
        double[] label = new double[1];
        for (int i = 0; i < block.rows(); i++) {
            label[0] = block.attributes().labels()[i];
            labels.add(label, block.attributes().weight(i));
        }
    }

    private void addSparse(RowBlock block, DenseKernel kernel) {
        double[] weights = new double[block.rows()];
        double weight = 0;
        for (int i = 0; i < weights.length; i++) {
            weights[i] = block.attributes().weight(i);
            weight += weights[i];
        }
        double[] sums = new double[block.columns()];
        double[] squares = new double[block.columns()];
        block.addWeightedRows(kernel, 0, block.rows(), weights, sums);
        block.addWeightedSquares(0, block.rows(), weights, squares);
        columns.addSums(sums, squares, weight);
    }

    @Override
    public void merge(RowMoments other) {
        columns.merge(other.columns);
        labels.merge(other.labels);
    }
}
