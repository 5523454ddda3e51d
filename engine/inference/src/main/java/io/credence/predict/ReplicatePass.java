package io.credence.predict;

import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.diagnostic.RowLogs;
import io.credence.likelihood.PredictorChunk;
import io.credence.linalg.DenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.loss.ResponseDistributions;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.random.AddressedGenerator;
import io.credence.statistics.PartitionPass;
import java.util.Iterator;

/**
 * Pass that draws a response of each row at each draw of the parameters, with random numbers addressed by row and draw.
 *
 * @param loss minus the log likelihood of a row
 * @param laws distributions of the responses
 * @param draws draws of the parameters
 * @param sample rows that are replicated
 * @param seed seed of the responses
 * @param none creates sums of no row
 */
record ReplicatePass<S extends ReplicateSums<S>>(
        DrawLoss loss,
        ResponseDistributions laws,
        double[][] draws,
        RowSample sample,
        long seed,
        ReplicateSums.Factory<S> none)
        implements PartitionPass<S> {

    @Override
    public S sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        S sums = none.get();
        ResponseDistributions.AtDraws at = laws.atDraws(kernel, draws);
        RowLogs likelihoods = new RowLogs(loss, kernel, Draws.ExplicitDraws.of(draws, loss.dimension()));
        AddressedGenerator random = new AddressedGenerator();
        long observed = 0;
        while (blocks.hasNext()) {
            RowBlock whole = blocks.next();
            RowBlock part = sample.sampledBlock(whole, partition, observed);
            long before = observed;
            likelihoods.each(part, (i, together, logs) -> {
                int position = i % PredictorChunk.CAPACITY;
                if (position == 0) {
                    at.moveTo(part, i, Math.min(PredictorChunk.CAPACITY, part.rows() - i));
                }
                sums.add(
                        at,
                        position,
                        part.attributes().labels()[i],
                        part.attributes().weight(i),
                        logs,
                        random.moveTo(seed, partition, before + i));
            });
            observed += whole.rows();
        }
        return sums;
    }
}
