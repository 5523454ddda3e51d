package io.credence.pass;

import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.PassStatistics;
import java.util.Iterator;

/**
 * Pass that counts rows and sums the cubes of the deviations of their predictors. {@link VarianceWeightedSample} chooses rows
 * by these cubes, which are held as the value.
 *
 * @param deviations deviations of the rows' linear predictors
 * @param sample rows to visit
 */
public record LossVariancePass(PredictorDeviations deviations, RowSample sample)
        implements PartitionPass<PassStatistics> {

    @Override
    public PassStatistics sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        PassStatistics sums = new PassStatistics(0, 0, 0);
        double[] room = deviations.newWorkspace(PredictorChunk.CAPACITY);
        double[] cubes = new double[PredictorChunk.CAPACITY];
        long firstRow = 0;
        while (blocks.hasNext()) {
            RowBlock whole = blocks.next();
            RowBlock block = sample.sampledBlock(whole, partition, firstRow);
            for (int first = 0; first < block.rows(); first += PredictorChunk.CAPACITY) {
                int rows = Math.min(PredictorChunk.CAPACITY, block.rows() - first);
                deviations.writeCubedDeviations(block, first, rows, kernel, room, cubes);
                double sum = 0;
                for (int i = 0; i < rows; i++) {
                    sum += cubes[i];
                }
                sums.addRows(rows, rows, sum, 0, 0, 0);
            }
            firstRow += whole.rows();
        }
        return sums;
    }
}
