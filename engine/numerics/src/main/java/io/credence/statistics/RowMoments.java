package io.credence.statistics;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import java.util.Iterator;

/**
 * Moments of packed rows: of features, labels and offsets.
 *
 * @param columnMoments moments of the features
 * @param columnValues ranges of the features' values
 * @param labelMoments moments of the labels and of further columns computed from label and offset, at the indices named
 *     here
 */
public record RowMoments(ColumnMoments columnMoments, ColumnValues columnValues, ColumnMoments labelMoments)
        implements Sums<RowMoments> {

    private static final int SIZE = 1;
    private static final int OTHER_THAN_ZERO = 2;
    private static final int OFFSET = 3;
    /** Number of columns computed from a row's response, the label first. */
    private static final int OF_RESPONSE = 4;

    /** The pass over rows with the given number of columns. */
    public static PartitionPass<RowMoments> pass(int columns, boolean sparse) {
        return (partition, blocks, kernel) -> sumBlocks(columns, sparse, blocks, kernel);
    }

    private static RowMoments sumBlocks(
            int columns, boolean sparse, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        RowMoments all = new RowMoments(
                new ColumnMoments(columns, sparse),
                new ColumnValues(columns, sparse),
                new ColumnMoments(OF_RESPONSE, false));
        double[] row = new double[sparse ? 0 : columns];
        while (blocks.hasNext()) {
            RowBlock block = blocks.next();
            all.addLabels(block);
            all.columnValues.begin(block.isSinglePrecision());
            if (sparse) {
                all.addSparse(block, kernel);
            }
            for (int i = 0; i < block.rows() && !sparse; i++) {
                block.copyRow(i, row);
                all.columnMoments.add(row, block.attributes().weight(i));
                all.columnValues.add(row, block.attributes().weight(i));
            }
        }
        return all;
    }

    private void addLabels(RowBlock block) {
        double[] row = new double[OF_RESPONSE];
        for (int i = 0; i < block.rows(); i++) {
            double label = block.attributes().labels()[i];
            row[0] = label;
            row[SIZE] = Math.abs(label);
            row[OTHER_THAN_ZERO] = label == 0 ? 0 : 1;
            row[OFFSET] = block.attributes().offset(i);
            labelMoments.add(row, block.attributes().weight(i));
        }
    }

    private void addSparse(RowBlock block, DenseKernel kernel) {
        double[] weights = new double[block.rows()];
        double weight = 0;
        for (int i = 0; i < weights.length; i++) {
            weights[i] = block.attributes().weight(i);
            weight += weights[i];
            double own = weights[i];
            columnValues.addRow(own);
            block.forEachEntry(i, (j, x) -> columnValues.addEntry(j, x, own));
        }
        double[] sums = new double[block.columns()];
        double[] squares = new double[block.columns()];
        block.addWeightedRows(kernel, 0, block.rows(), weights, sums);
        block.addWeightedSquares(0, block.rows(), weights, squares);
        columnMoments.addSums(sums, squares, weight);
    }

    @Override
    public void merge(RowMoments other) {
        columnMoments.merge(other.columnMoments);
        columnValues.merge(other.columnValues);
        labelMoments.merge(other.labelMoments);
    }

    /** Mean absolute value of the labels. */
    public double meanAbsoluteLabel() {
        return labelMoments.mean(SIZE);
    }

    /** Mean absolute value of the labels that are not 0. */
    public double meanAbsoluteNonzeroLabel() {
        return labelMoments.mean(SIZE) / labelMoments.mean(OTHER_THAN_ZERO);
    }

    /** Coefficient of variation of the labels' absolute values. */
    public double labelVariation() {
        return labelMoments.sd(SIZE) / labelMoments.mean(SIZE);
    }

    /** Mean of the rows' offsets. */
    public double meanOffset() {
        return labelMoments.mean(OFFSET);
    }

    /**
     * Whether a column is a varying number. It then neither has just two values, nor is 0 in more than half of the
     * rows' weight.
     */
    public boolean isVaryingNumber(int j) {
        return !columnValues.isTwoValued(j) && !columnValues.isMostlyZero(j) && columnMoments.sd(j) > 0;
    }

    /**
     * Unit of a column, by the kind of its values; 1 for an empty column. It is the standard deviation of a number, the
     * range of a column with two values, whatever their frequency, the root mean square of the nonzero values of a
     * column that is 0 in more than half of the rows' weight, and the size of a constant.
     */
    public double columnUnit(int j) {
        if (columnValues.isTwoValued(j)) {
            return columnValues.range(j);
        }
        double sd = columnMoments.sd(j);
        double unit = columnValues.isMostlyZero(j)
                ? columnMoments.rootMeanSquare(j, columnValues.entryWeight(j))
                : sd > 0 ? sd : Math.abs(columnMoments.mean(j));
        return unit > 0 ? unit : 1;
    }

    /** Origin of a column's unit: the mean of a number, the smaller of two values, 0 for others. */
    public double columnOrigin(int j) {
        return isVaryingNumber(j) ? columnMoments.mean(j) : columnValues.isTwoValued(j) ? columnValues.smallest(j) : 0;
    }
}
