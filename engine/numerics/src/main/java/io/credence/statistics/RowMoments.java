package io.credence.statistics;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import java.util.Iterator;

/**
 * Moments of packed rows.
 *
 * @param columns of their features
 * @param values which values these have
 * @param labels of their labels, one column
 */
public record RowMoments(ColumnMoments columns, ColumnValues values, ColumnMoments labels) implements Sums<RowMoments> {

    /** The pass over rows of that many columns. */
    public static PartitionPass<RowMoments> pass(int columns, boolean sparse) {
        return (partition, blocks, kernel) -> of(columns, sparse, blocks, kernel);
    }

    private static RowMoments of(int columns, boolean sparse, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        RowMoments all = new RowMoments(
                new ColumnMoments(columns, sparse), new ColumnValues(columns, sparse), new ColumnMoments(1, false));
        double[] row = new double[sparse ? 0 : columns];
        while (blocks.hasNext()) {
            RowBlock block = blocks.next();
            all.addLabels(block);
            all.values.begin(block.isSingle());
            if (sparse) {
                all.addSparse(block, kernel);
            }
            for (int i = 0; i < block.rows() && !sparse; i++) {
                block.copyRow(i, row);
                all.columns.add(row, block.attributes().weight(i));
                all.values.add(row, block.attributes().weight(i));
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
            double own = weights[i];
            values.addRow(own);
            block.eachEntry(i, (j, x) -> values.addEntry(j, x, own));
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
        values.merge(other.values);
        labels.merge(other.labels);
    }

    /** Whether a column is a number that varies: neither of two values nor 0 in more than half of the rows. */
    public boolean isNumber(int j) {
        return !values.isTwoValued(j) && !values.isMostlyZero(j) && columns.sd(j) > 0;
    }

    /**
     * Unit of a column: standard deviation of a number, range of one with two values, whatever their frequency, root mean square of
     * the other values of one that is 0 in more than half of the rows, size of a constant; 1 of one that is empty.
     */
    public double unit(int j) {
        if (values.isTwoValued(j)) {
            return values.range(j);
        }
        double sd = columns.sd(j);
        double unit = values.isMostlyZero(j)
                ? columns.rootMeanSquare(j, values.entryWeight(j))
                : sd > 0 ? sd : Math.abs(columns.mean(j));
        return unit > 0 ? unit : 1;
    }

    /** Where a column's unit is counted from: the mean of a number, the smaller of two values, 0 of others. */
    public double origin(int j) {
        return isNumber(j) ? columns.mean(j) : values.isTwoValued(j) ? values.least(j) : 0;
    }
}
