package io.credence.diagnostic;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import io.credence.loss.DrawLoss;

/** Evaluator of rows' log likelihoods at draws, chunk by chunk. Not thread-safe. */
public final class RowLogLikelihoods {

    /** Number of rows whose values share a line of the processor's cache. */
    private static final int TOGETHER = 8;

    private final DrawLoss.Evaluator evaluator;
    private final double[] losses;
    private final double[][] logs;

    /**
     * Callback that receives the log likelihoods of a row or a series at the draws. A series is given by its first row
     * and its number of rows.
     */
    @FunctionalInterface
    public interface RowInspection {
        void inspect(int row, int rows, double[] logs);
    }

    /**
     * Creates the evaluator at given draws.
     *
     * @param loss minus the log likelihood of a row
     */
    public RowLogLikelihoods(DrawLoss loss, DenseKernel kernel, Draws draws) {
        evaluator = loss.evaluator(kernel, draws, null);
        evaluator.announceNoGradients();
        losses = new double[Math.multiplyExact(draws.count(), PredictorChunk.CAPACITY)];
        logs = new double[TOGETHER][draws.count()];
    }

    /** Calls the callback for every row or series of a block in order. The array that it receives is reused. */
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
