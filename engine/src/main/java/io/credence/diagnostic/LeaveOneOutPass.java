package io.credence.diagnostic;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.gradient.ExpectationPass.RowSample;
import io.credence.linalg.DenseKernel;
import io.credence.loss.Chunk;
import io.credence.loss.DrawLoss;
import io.credence.statistics.PartitionPass;
import java.util.Iterator;
import java.util.function.IntUnaryOperator;

/**
 * Leaves out the rows of a partition one after the other, or a random part of them. Where it is a part, what stands in for every
 * row is its log likelihood at one point (Magnusson et al. 2020, section 2.2).
 *
 * @param loss minus the log likelihood of a row
 * @param draws draws of the posterior
 * @param shares how much each of them counts
 * @param point mean of the parameters
 * @param sample rows that are left out
 * @param keepsAll whether every row is brought home
 */
record LeaveOneOutPass(
        DrawLoss loss, Draws draws, PosteriorShares shares, double[] point, RowSample sample, boolean keepsAll)
        implements PartitionPass<LeaveOneOutSums> {

    @Override
    public LeaveOneOutSums run(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        LeaveOneOutSums sums = new LeaveOneOutSums(draws.count(), ParetoSmoothing.threshold(draws.count()), keepsAll);
        RowLogs atDraws = new RowLogs(loss, kernel, draws);
        RowLogs atPoint = sample.isAll() ? null : new RowLogs(loss, kernel, new Draws.Given(point, 1, point.length));
        long seen = 0;
        while (blocks.hasNext()) {
            RowBlock whole = blocks.next();
            if (atPoint == null) {
                leaveOut(whole, i -> i, seen, atDraws, new double[whole.rows()], sums);
            } else {
                double[] surrogates = new double[whole.rows()];
                atPoint.each(whole, (i, logs) -> {
                    surrogates[i] = logs[0];
                    sums.addSurrogate(logs[0], whole.attributes().weight(i));
                });
                int[] picked = sample.picked(whole.rows(), partition, seen);
                leaveOut(whole.select(picked), i -> picked[i], seen, atDraws, surrogates, sums);
            }
            seen += whole.rows();
            sums.count(whole.rows());
        }
        return sums;
    }

    /** Leaves out the rows of a part of a block that begins with row {@code first}. */
    private void leaveOut(
            RowBlock part,
            IntUnaryOperator place,
            long first,
            RowLogs atDraws,
            double[] surrogates,
            LeaveOneOutSums sums) {
        double[] influence = new double[draws.count()];
        atDraws.each(part, (i, logs) -> {
            LeftOutEstimate found = LeftOutEstimate.of(logs, shares, influence);
            int at = place.applyAsInt(i);
            double weight = part.attributes().weight(i);
            double label = part.attributes().labels()[i];
            if (sample.isAll()) {
                sums.addSurrogate(0, weight);
            }
            LeftOut row = new LeftOut(first + at + 1, label, weight, found.elpd(), found.tailIndex());
            sums.add(row, found, surrogates[at], influence);
        });
    }

    /** Sees the log likelihoods of a row, or of a series, at the draws. */
    private interface RowLook {
        void see(int row, double[] logs);
    }

    /** Log likelihoods of rows, chunk by chunk. */
    private static final class RowLogs {
        /** Rows whose numbers share a line of the processor's cache. */
        private static final int TOGETHER = 8;

        private final DrawLoss.Evaluator evaluator;
        private final double[] losses;
        private final double[][] logs;

        RowLogs(DrawLoss loss, DenseKernel kernel, Draws draws) {
            evaluator = loss.evaluator(kernel, draws, null);
            evaluator.valuesAlone();
            losses = new double[Math.multiplyExact(draws.count(), Chunk.CAPACITY)];
            logs = new double[TOGETHER][draws.count()];
        }

        void each(RowBlock block, RowLook look) {
            for (int first = 0; first < block.rows(); ) {
                int rows = evaluator.rowsTogether(block, first);
                int units = evaluator.forward(block, first, rows, losses);
                for (int i = 0; i < units; i += TOGETHER) {
                    int count = Math.min(TOGETHER, units - i);
                    load(i, count);
                    for (int k = 0; k < count; k++) {
                        look.see(first + i + k, logs[k]);
                    }
                }
                first += rows;
            }
        }

        private void load(int first, int count) {
            for (int s = 0; s < logs[0].length; s++) {
                for (int k = 0; k < count; k++) {
                    logs[k][s] = -losses[s * Chunk.CAPACITY + first + k];
                }
            }
        }
    }
}
