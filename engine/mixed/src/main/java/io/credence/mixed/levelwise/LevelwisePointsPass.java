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
 * Pass that integrates over the effects of each level by itself at several points ψ, while the level's rows are at hand.
 * All rows of a level lie in one partition.
 *
 * @param units number by which each column of a block was divided
 * @param levelShare share of the levels that are read
 */
record LevelwisePointsPass(
        EffectLayout layout, double[] units, RowLoss loss, List<LevelwisePoint> points, double levelShare, long seed)
        implements PartitionPass<LevelwisePointSums> {

    LevelwisePointsPass {
        points = List.copyOf(points);
    }

    @Override
    public LevelwisePointSums sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        LevelRows rows = new LevelRows(layout, units, blocks, seed, levelShare);
        LevelBatch batch = new LevelBatch(layout, points, loss, kernel);
        LevelwiseScores scores = new LevelwiseScores(points.get(0), batch.room);
        double[] score = new double[points.get(0).dimension()];
        LevelwisePointSums sums = new LevelwisePointSums(points.size(), score.length);
        LevelBatch.solvePartition(rows, batch, s -> {
            scores.moveTo(points.get(s));
            for (int g = 0; g < batch.levelCount(); g++) {
                if (batch.room.failed[g]) {
                    sums.addFailed(s);
                } else {
                    scores.computeUnderSites(g, score);
                    sums.add(s, batch.room.values[g], score);
                }
            }
        });
        sums.addRows(rows.size());
        return sums;
    }
}
