package io.credence.diagnostic;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.data.RowDigest;
import io.credence.likelihood.PairedResponse;
import io.credence.linalg.DenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.loss.PredictorLoss;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.statistics.PartitionPass;
import java.util.Iterator;
import java.util.function.IntUnaryOperator;

/**
 * Pass that leaves out the rows of a partition one after the other, or a random part of them. For a part, the surrogate
 * of a row is its log likelihood at one point (Magnusson et al. 2020, section 2.2).
 *
 * @param loss minus the log likelihood of a row
 * @param draws draws of the posterior
 * @param shares weights of the draws
 * @param point mean of the parameters
 * @param sample rows that are left out
 * @param keepsAll whether every row's estimate is returned
 */
record LeaveOneOutPass(
        DrawLoss loss, Draws draws, ExactPosteriorWeights shares, double[] point, RowSample sample, boolean keepsAll)
        implements PartitionPass<LeaveOneOutSums> {

    @Override
    public LeaveOneOutSums sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        LeaveOneOutSums sums = new LeaveOneOutSums(draws.count(), ParetoSmoothing.threshold(draws.count()), keepsAll);
        RowLogs atDraws = new RowLogs(loss, kernel, draws);
        RowLogs atPoint =
                sample.isAll() ? null : new RowLogs(loss, kernel, new Draws.ExplicitDraws(point, 1, point.length));
        long observed = 0;
        while (blocks.hasNext()) {
            RowBlock whole = blocks.next();
            if (atPoint == null) {
                leaveOut(whole, i -> i, observed, atDraws, new double[whole.rows()], sums);
            } else {
                int[] picked = sample.sampledRows(whole.rows(), partition, observed);
                RowBlock part = whole.select(picked);
                double[] surrogates = new double[picked.length];
                atPoint.each(part, (i, rows, logs) -> surrogates[i] = logs[0]);
                leaveOut(part, i -> picked[i], observed, atDraws, surrogates, sums);
            }
            observed += whole.rows();
            sums.count(whole.rows());
        }
        return sums;
    }

    /** Leaves out rows of a block whose first row has number {@code first}. */
    private void leaveOut(
            RowBlock part,
            IntUnaryOperator position,
            long first,
            RowLogs atDraws,
            double[] surrogates,
            LeaveOneOutSums sums) {
        double[] influence = new double[draws.count()];
        PredictorLoss linear = loss.asPredictorLoss();
        PairedResponse paired = linear == null ? null : linear.likelihood().pairedResponse();
        atDraws.each(part, (i, rows, logs) -> {
            LeftOutEstimate found = LeftOutEstimate.of(logs, shares, influence);
            int at = position.applyAsInt(i);
            double weight = part.attributes().weight(i);
            double label = part.attributes().labels()[i];
            double shown = paired == null ? label : paired.displayedResponse(label);
            LeftOutRow row = new LeftOutRow(first + at + 1, shown, weight, found.elpd(), found.tailIndex());
            sums.add(row, RowDigest.rowsDigest(part, i, rows), found, surrogates[i], influence);
        });
    }
}
