package io.credence.network.autoencoder;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.network.train.TrainingProblem.UnfitCellException;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.Sums;
import java.io.Serializable;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Pass that finds a number that is not from 0 to 1, and the rows of the largest partition. */
record UnitIntervalPass() implements PartitionPass<UnitIntervalPass.RowFacts> {

    /**
     * Number that is not from 0 to 1.
     *
     * @param column column of its row, of which the first is that of ones
     */
    record UnfitCell(int column, double value) implements Serializable {}

    /** Facts about rows, with the first unfit number of the first partition that has one. */
    static final class RowFacts implements Sums<RowFacts> {

        private static final long serialVersionUID = 1;

        private final int partition;
        private int mostRows;
        private @Nullable UnfitCell unfit;

        /** Creates the facts of a partition without rows. */
        RowFacts(int partition) {
            this.partition = partition;
        }

        @Override
        public void merge(RowFacts other) {
            mostRows = Math.max(mostRows, other.mostRows);
            if (unfit == null || other.unfit != null && other.partition < partition) {
                unfit = other.unfit;
            }
        }

        /** Number of rows of the largest partition. */
        int mostRows() {
            return mostRows;
        }

        /**
         * Refuses rows with an unfit number.
         *
         * @throws UnfitCellException if there is one
         */
        void requireFit() {
            if (unfit != null) {
                throw new UnfitCellException("numbers from 0 to 1", unfit.column, unfit.value);
            }
        }
    }

    @Override
    public RowFacts sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        RowFacts facts = new RowFacts(partition);
        while (blocks.hasNext()) {
            RowBlock block = blocks.next();
            facts.mostRows += block.rows();
            double[] row = new double[block.columns()];
            for (int i = 0; facts.unfit == null && i < block.rows(); i++) {
                block.copyRow(i, row);
                facts.unfit = unfitCell(row);
            }
        }
        return facts;
    }

    private static @Nullable UnfitCell unfitCell(double[] row) {
        for (int j = 1; j < row.length; j++) {
            if (!(row[j] >= 0 && row[j] <= 1)) {
                return new UnfitCell(j, row[j]);
            }
        }
        return null;
    }
}
