package io.credence.diagnostic;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.fit.ExecutionBackend;
import io.credence.linalg.DenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.Sums;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Evaluator of the fitted rows' log likelihoods at given parameters.
 *
 * @param loss minus the log likelihood of a row
 * @param backend backend that holds the rows
 */
public record RowLikelihoods(DrawLoss loss, ExecutionBackend backend) {

    /** Largest number of log likelihoods that are returned to the driver. */
    private static final long MOST = 50_000_000;

    /**
     * Log likelihoods of one row, or of one series, at each draw.
     *
     * @param label response of the row, or of the first row of the series
     * @param logLikelihoods log likelihood at each draw, nats
     */
    public record Row(double label, double[] logLikelihoods) implements java.io.Serializable {}

    /**
     * Computes the log likelihoods of all rows, in the order in which they were fitted.
     *
     * @param draws draws of the parameters in the coordinates of the loss, one array each
     * @throws IllegalArgumentException if rows times draws are too many to be held
     */
    public List<Row> logLikelihoodsAt(double[][] draws) {
        long rows = backend.summary().rows();
        if (rows * draws.length > MOST) {
            throw new IllegalArgumentException("log likelihoods of all rows are too many: required at most " + MOST
                    + " numbers, found " + rows + " rows at " + draws.length + " draws");
        }
        return backend.run(new RowLikelihoodPass(loss, Draws.ExplicitDraws.of(draws, loss.dimension()))).rows;
    }

    /** Pass that reads every row of a partition. */
    private record RowLikelihoodPass(DrawLoss loss, Draws draws) implements PartitionPass<RowList> {
        @Override
        public RowList sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            RowList observed = new RowList();
            RowLogLikelihoods atDraws = new RowLogLikelihoods(loss, kernel, draws);
            blocks.forEachRemaining(block -> atDraws.forEachRow(
                    block,
                    (i, rows, logs) ->
                            observed.rows.add(new Row(block.attributes().labels()[i], logs.clone()))));
            return observed;
        }
    }

    /** Log likelihoods of the rows of several partitions, in the order of partitions. */
    private static final class RowList implements Sums<RowList> {
        private static final long serialVersionUID = 1;

        private final ArrayList<Row> rows = new ArrayList<>();

        @Override
        public void merge(RowList other) {
            rows.addAll(other.rows);
        }
    }
}
