package io.credence.network.train;

import io.credence.data.RowBlock;
import io.credence.fit.ExecutionBackend;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.LogSums;
import io.credence.linalg.NormalTail;
import io.credence.network.dense.GaussianNoiseLoss;
import io.credence.network.dense.MemberKind;
import io.credence.network.result.HeldOutSums;
import io.credence.network.result.HoldOutScores;
import io.credence.network.result.PredictionDraws;
import io.credence.network.result.ResponsePosterior;
import io.credence.network.row.HoldOut;
import io.credence.network.row.NetworkRows;
import io.credence.statistics.PartitionPass;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pass that predicts the held-out rows of normal labels: log density of the label, and probability below it.
 *
 * @param posterior posterior that did not learn from these rows
 */
public record HeldOutLabelPass(ResponsePosterior posterior, HoldOut holdOut) implements PartitionPass<HeldOutSums> {

    /** Scores a posterior's predictions of the held-out rows, as those of one member; null where there are none. */
    public static @Nullable HoldOutScores scoreHeldOutRows(
            ResponsePosterior posterior, HoldOut holdOut, ExecutionBackend backend) {
        HeldOutSums found = backend.run(new HeldOutLabelPass(posterior, holdOut));
        return HoldOutScores.of(
                found.rows(),
                posterior.likelihood(),
                List.of(new MemberKind(false, 1)),
                posterior.units().labelSd());
    }

    @Override
    public HeldOutSums sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        NetworkRows rows = NetworkRows.of(blocks, posterior.units(), holdOut, true);
        PredictionDraws draws = posterior.standardisedDraws(kernel);
        double[] shares = draws.drawWeights();
        HeldOutSums sums = new HeldOutSums();
        for (int i = 0; i < rows.rows(); i++) {
            int from = i * rows.columns();
            draws.moveTo(Arrays.copyOfRange(rows.features(), from, from + rows.columns()));
            sums.add(rows.label()[i], new double[][] {rowPrediction(draws, shares, rows.label()[i])});
        }
        return sums;
    }

    private static double[] rowPrediction(PredictionDraws draws, double[] shares, double label) {
        double[] logs = new double[shares.length];
        double below = 0;
        for (int s = 0; s < shares.length; s++) {
            double variance = draws.variance(s) + draws.noiseVariance(s);
            double apart = (label - draws.labelMean(s)) / Math.sqrt(variance);
            logs[s] = Math.log(shares[s]) - 0.5 * (GaussianNoiseLoss.LOG_TWO_PI + Math.log(variance) + apart * apart);
            below += shares[s] * NormalTail.cdf(apart);
        }
        return new double[] {LogSums.logSumExp(logs), below, below};
    }
}
