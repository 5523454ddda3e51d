package io.credence.statistics;

import io.credence.data.RowBlock;
import io.credence.data.SparseBlock;
import io.credence.linalg.DenseKernel;
import java.util.Iterator;

/**
 * Weighted mean and spread of every column and of the labels, behind each other, over rows. Dense columns by West's update,
 * which does not cancel, merged by Chan's formula; sparse ones by plain sums, which lose little where most cells are 0.
 */
public final class ColumnMoments implements Sums<ColumnMoments> {

    private static final long serialVersionUID = 1;
    /** Below this share of its size a spread is rounding. */
    private static final double ROUNDING = 1e-14;

    private final double[] mean;
    private final double[] squares;
    private double weight;

    private ColumnMoments(int columns) {
        this.mean = new double[columns + 1];
        this.squares = new double[columns + 1];
    }

    /** The pass over rows of that many columns. */
    public static PartitionPass<ColumnMoments> pass(int columns) {
        return (partition, blocks, kernel) -> of(columns, blocks, kernel);
    }

    private static ColumnMoments of(int columns, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        ColumnMoments all = new ColumnMoments(columns);
        while (blocks.hasNext()) {
            RowBlock block = blocks.next();
            all.merge(block instanceof SparseBlock ? ofSparse(block, kernel) : ofDense(block));
        }
        return all;
    }

    private static ColumnMoments ofDense(RowBlock block) {
        int columns = block.columns();
        ColumnMoments moments = new ColumnMoments(columns);
        double[] row = new double[columns + 1];
        for (int i = 0; i < block.rows(); i++) {
            block.copyRow(i, row);
            row[columns] = block.attributes().labels()[i];
            moments.add(row, block.attributes().weight(i));
        }
        return moments;
    }

    private static ColumnMoments ofSparse(RowBlock block, DenseKernel kernel) {
        int columns = block.columns();
        ColumnMoments labels = new ColumnMoments(0);
        double[] weights = new double[block.rows()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = block.attributes().weight(i);
            labels.add(new double[] {block.attributes().labels()[i]}, weights[i]);
        }
        ColumnMoments moments = new ColumnMoments(columns);
        double[] sums = new double[columns];
        double[] squares = new double[columns];
        block.addWeightedRows(kernel, 0, block.rows(), weights, sums);
        block.addWeightedSquares(0, block.rows(), weights, squares);
        for (int j = 0; j < columns; j++) {
            moments.mean[j] = sums[j] / labels.weight;
            double about = squares[j] - sums[j] * moments.mean[j];
            moments.squares[j] = about <= ROUNDING * squares[j] ? 0 : about;
        }
        moments.mean[columns] = labels.mean[0];
        moments.squares[columns] = labels.squares[0];
        moments.weight = labels.weight;
        return moments;
    }

    private void add(double[] row, double w) {
        weight += w;
        double share = w / weight;
        for (int j = 0; j < mean.length; j++) {
            double deviation = row[j] - mean[j];
            mean[j] += share * deviation;
            squares[j] += w * deviation * (row[j] - mean[j]);
        }
    }

    @Override
    public void merge(ColumnMoments other) {
        if (other.weight == 0) {
            return;
        }
        double total = weight + other.weight;
        for (int j = 0; j < mean.length; j++) {
            double deviation = other.mean[j] - mean[j];
            squares[j] += other.squares[j] + deviation * deviation * weight * (other.weight / total);
            mean[j] += deviation * (other.weight / total);
        }
        weight = total;
    }

    /** Mean of column {@code j}. */
    public double mean(int j) {
        return mean[j];
    }

    /** Standard deviation of column {@code j}; 0 where it does not vary beyond rounding. */
    public double sd(int j) {
        double variance = squares[j] / weight;
        return variance <= ROUNDING * ROUNDING * mean[j] * mean[j] ? 0 : Math.sqrt(variance);
    }

    /** Mean of the labels. */
    public double labelMean() {
        return mean(mean.length - 1);
    }

    /** Standard deviation of the labels. */
    public double labelSd() {
        return sd(mean.length - 1);
    }
}
