package io.credence.mixed.levelwise;

import io.credence.data.RowBlock;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.row.LevelRows;
import io.credence.statistics.PartitionPass;
import java.util.Iterator;
import java.util.List;

/**
 * Pass that integrates over the effects of each level by itself, given β and the variance components. Nothing is kept
 * between passes, and whatever the number of levels, the sums are of the length of ψ squared. All rows of a level lie
 * in one partition.
 *
 * @param units number by which each column of a block was divided
 * @param draws number of draws of each level that correct expectation propagation; 0 for none
 * @param levelShare share of the levels that are read
 * @param sumsFixedInformation whether the information on coefficients under the sites is summed too, for steps from far
 *     away
 */
public record LevelwisePass(
        EffectLayout layout,
        double[] units,
        RowLoss loss,
        LevelwisePoint point,
        int draws,
        double levelShare,
        boolean sumsFixedInformation,
        long seed)
        implements PartitionPass<LevelwiseSums> {

    @Override
    public LevelwiseSums sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        LevelRows rows = new LevelRows(layout, units, blocks, seed, levelShare);
        PassWorkspace work = new PassWorkspace(kernel);
        LevelBatch.solvePartition(rows, work.batch, s -> work.take());
        work.sums.addRows(rows.size());
        return work.sums;
    }

    private final class PassWorkspace {
        private final LevelBatch batch;
        private final LevelwiseScores scores;
        private final LevelImportanceCorrection corrections;
        private final LevelwiseSums sums =
                new LevelwiseSums(point.dimension(), sumsFixedInformation ? layout.fixedEffectCount() : 0, draws > 0);
        private final double[] score = new double[point.dimension()];
        private final double[] drawn = new double[point.dimension()];
        private final double[] difference = new double[point.dimension()];
        private final double[] bias = new double[point.dimension()];

        PassWorkspace(DenseKernel kernel) {
            this.batch = new LevelBatch(layout, List.of(point), loss, kernel);
            this.scores = new LevelwiseScores(point, batch.room);
            this.corrections = new LevelImportanceCorrection(point, batch, loss, kernel, draws, seed);
        }

        private void take() {
            for (int g = 0; g < batch.levelCount(); g++) {
                if (batch.room.failed[g]) {
                    sums.addFailed();
                    continue;
                }
                scores.computeUnderSites(g, score);
                if (sumsFixedInformation) {
                    scores.addFixedInformation(g, sums.fixedInformation());
                }
                if (draws == 0) {
                    sums.add(batch.room.values[g], score);
                } else if (batch.isExact(g)) {
                    sums.add(batch.room.values[g], score);
                    sums.addExact(batch.room.values[g], score);
                } else {
                    corrections.correctScore(g, drawn, difference, bias);
                    sums.add(corrections.value(), drawn);
                    sums.addDrawn(batch.room.values[g], score, corrections.valueDifference(), difference, bias);
                }
            }
        }
    }
}
