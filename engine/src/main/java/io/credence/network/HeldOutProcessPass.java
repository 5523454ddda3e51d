package io.credence.network;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.statistics.PartitionPass;
import java.util.Arrays;
import java.util.Iterator;

/**
 * What a deep process predicts of the rows that were held out: log density of the label, and probability below it.
 *
 * @param process of rows in the units of the training
 */
record HeldOutProcessPass(DeepProcess process, Standardisation units, HoldOut holdOut)
        implements PartitionPass<HeldOutSums> {

    @Override
    public HeldOutSums run(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        NetworkRows rows = NetworkRows.of(blocks, units, holdOut, true);
        DeepProcessDraws draws = new DeepProcessDraws(process, kernel);
        HeldOutSums sums = new HeldOutSums();
        for (int i = 0; i < rows.rows(); i++) {
            int from = i * rows.columns();
            DeepProcessDraws.Mixture found =
                    draws.predict(Arrays.copyOfRange(rows.features(), from, from + rows.columns()));
            double label = rows.label()[i];
            sums.add(label, new double[][] {{found.logDensity(label), found.below(label)}});
        }
        return sums;
    }
}
