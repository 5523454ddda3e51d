package io.credence.diagnostic;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import io.credence.loss.DrawLoss;

/** Log likelihoods of rows at draws, chunk by chunk. Not for more than one thread at a time. */
public final class RowLogs {

    /** Number of rows whose values share a line of the processor's cache. */
    private static final int TOGETHER = 8;

    private final DrawLoss.Evaluator evaluator;
    private final double[] losses;
    private final double[][] logs;

    /**
     * Callback that receives the log likelihoods of a row, or of a series by its first row and its number of rows, at
     * the draws.
     */
    @FunctionalInterface
    public interface RowInspection {
        void inspect(int row, int rows, double[] logs);
    }

    /**
     * Creates the evaluation at given draws.
     *
     * @param loss minus the log likelihood of a row
     */
    public RowLogs(DrawLoss loss, DenseKernel kernel, Draws draws) {
        evaluator = loss.evaluator(kernel, draws, null);
        evaluator.announceNoGradients();
        losses = new double[Math.multiplyExact(draws.count(), PredictorChunk.CAPACITY)];
        logs = new double[TOGETHER][draws.count()];
    }

    /**
     * Passes every row of a block, or every series by its first row, to the callback in order; the array is used again.
     */
    public void forEachRow(RowBlock block, RowInspection inspection) {
        for (int first = 0; first < block.rows(); ) {
            int rows = evaluator.rowCountTogether(block, first);
            int units = evaluator.computeLosses(block, first, rows, losses);
            int each = rows / units;
            for (int i = 0; i < units; i += TOGETHER) {
                int count = Math.min(TOGETHER, units - i);
                loadLogs(i, count);
                for (int k = 0; k < count; k++) {
                    inspection.inspect(first + i + k, each, logs[k]);
                }
            }
            first += rows;
        }
    }

    private void loadLogs(int first, int count) {
        for (int s = 0; s < logs[0].length; s++) {
            for (int k = 0; k < count; k++) {
                logs[k][s] = -losses[s * PredictorChunk.CAPACITY + first + k];
            }
        }
    }
}
