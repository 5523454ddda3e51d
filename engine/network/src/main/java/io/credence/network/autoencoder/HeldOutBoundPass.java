package io.credence.network.autoencoder;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.network.row.HoldOut;
import io.credence.network.row.NetworkRows;
import io.credence.network.row.Standardisation;
import io.credence.statistics.PartitionPass;
import java.util.Arrays;
import java.util.Iterator;

/**
 * Pass that estimates the log likelihoods of the held-out rows by an autoencoder that did not learn from them.
 *
 * @param model autoencoder
 * @param holdOut choice of the rows
 */
record HeldOutBoundPass(Autoencoder model, HoldOut holdOut) implements PartitionPass<HeldOutBoundSums> {

    @Override
    public HeldOutBoundSums sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        int columns = model.shape().rowLength() + 1;
        NetworkRows rows = NetworkRows.of(blocks, Standardisation.none(columns), holdOut, true);
        HeldOutBoundSums sums = new HeldOutBoundSums(columns - 1);
        for (int i = 0; i < rows.rows(); i++) {
            double[] row = Arrays.copyOfRange(rows.features(), i * columns + 1, (i + 1) * columns);
            sums.add(row, model.code(kernel, row).logLikelihood());
        }
        return sums;
    }
}
