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
 * Pass that estimates the log likelihoods of the held-out rows by an autoencoder that did not learn from them. Each row
 * has draws of its own, so that their errors average out.
 *
 * @param model autoencoder
 * @param holdOut choice of the rows
 */
record HeldOutBoundPass(Autoencoder model, HoldOut holdOut) implements PartitionPass<HeldOutBoundSums> {

    /** Smallest number of draws of the latent numbers of a row. */
    static final int DRAWS = 100;

    @Override
    public HeldOutBoundSums sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        int columns = model.shape().rowLength() + 1;
        HeldOutBoundSums sums = new HeldOutBoundSums(columns - 1);
        Iterator<RowBlock> counted = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return blocks.hasNext();
            }

            @Override
            public RowBlock next() {
                RowBlock block = blocks.next();
                sums.addAll(block);
                return block;
            }
        };
        NetworkRows rows = NetworkRows.of(counted, Standardisation.none(columns), holdOut, true);
        int draws = Math.max(DRAWS, model.bound().draws());
        Autoencoder.Coder coder = model.coder(kernel);
        for (int i = 0; i < rows.rows(); i++) {
            double[] row = Arrays.copyOfRange(rows.features(), i * columns + 1, (i + 1) * columns);
            sums.add(row, rows.weight()[i], coder.logLikelihood(row, draws, i, 1 + partition));
        }
        return sums;
    }
}
