package io.credence.network.autoencoder;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.Sums;
import java.util.Iterator;

/** Pass that refuses rows with a number that is not from 0 to 1. */
record UnitIntervalPass() implements PartitionPass<UnitIntervalPass.NoSums> {

    /** Sums of a pass that only refuses. */
    record NoSums() implements Sums<NoSums> {

        @Override
        public void merge(NoSums other) {}
    }

    @Override
    public NoSums sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        long before = 0;
        while (blocks.hasNext()) {
            RowBlock block = blocks.next();
            double[] row = new double[block.columns()];
            for (int i = 0; i < block.rows(); i++) {
                block.copyRow(i, row);
                for (int j = 1; j < row.length; j++) {
                    if (!(row[j] >= 0 && row[j] <= 1)) {
                        throw new IllegalArgumentException(
                                "the numbers of an autoencoder's rows are required to be from"
                                        + " 0 to 1, found " + row[j] + " as number " + j + " of a row (partition "
                                        + partition
                                        + ", row " + (before + i) + ")");
                    }
                }
            }
            before += block.rows();
        }
        return new NoSums();
    }
}
