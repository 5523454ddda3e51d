package io.credence.loss;

import io.credence.data.RowBlock;
import io.credence.data.SparseBlock;
import io.credence.family.Blocks;
import io.credence.likelihood.PredictorChunk;
import java.util.Arrays;

/**
 * Posterior factors that each row of a chunk involves under a likelihood of linear predictors. They are those of the
 * coefficients of its nonzero cells, and that of a drawn dispersion.
 */
final class RowFactors {

    private final PredictorLoss model;
    private final int[] owners;
    private final int[] lastRow;
    private final double[] cells;
    private final int[] starts;
    private int[] found = new int[PredictorChunk.CAPACITY];
    private int count;

    RowFactors(PredictorLoss model, Blocks factors) {
        this.model = model;
        this.owners = factors.blockIndices();
        this.lastRow = new int[factors.count()];
        this.cells = new double[model.columns()];
        this.starts = new int[PredictorChunk.CAPACITY + 1];
    }

    /** Number of posterior factors. */
    int factorCount() {
        return lastRow.length;
    }

    /** Finds the factors of a range of rows. */
    void findFactors(RowBlock block, int first, int rows) {
        Arrays.fill(lastRow, -1);
        count = 0;
        for (int i = 0; i < rows; i++) {
            starts[i] = count;
            if (block instanceof SparseBlock sparse) {
                for (int at = sparse.rowStarts()[first + i]; at < sparse.rowStarts()[first + i + 1]; at++) {
                    addColumnParameters(i, sparse.entryColumns()[at]);
                }
            } else {
                block.copyRow(first + i, cells);
                for (int column = 0; column < cells.length; column++) {
                    if (cells[column] != 0) {
                        addColumnParameters(i, column);
                    }
                }
            }
            if (model.dispersion() == null) {
                add(i, model.coefficients());
            }
        }
        starts[rows] = count;
    }

    private void addColumnParameters(int row, int column) {
        for (int at = column; at < model.coefficients(); at += model.columns()) {
            add(row, at);
        }
    }

    private void add(int row, int parameter) {
        if (parameter >= owners.length || lastRow[owners[parameter]] == row) {
            return;
        }
        lastRow[owners[parameter]] = row;
        if (count == found.length) {
            found = Arrays.copyOf(found, 2 * count);
        }
        found[count++] = owners[parameter];
    }

    /** Adds a number to the sums of all factors of row i. */
    void add(int i, double number, double[] sums, int at) {
        for (int e = starts[i]; e < starts[i + 1]; e++) {
            sums[at + found[e]] += number;
        }
    }
}
