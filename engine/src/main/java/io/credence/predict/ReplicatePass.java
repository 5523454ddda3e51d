package io.credence.predict;

import io.credence.data.RowBlock;
import io.credence.gradient.ExpectationPass.RowSample;
import io.credence.linalg.DenseKernel;
import io.credence.loss.Chunk;
import io.credence.loss.ResponseLaws;
import io.credence.random.AddressedRandom;
import io.credence.statistics.PartitionPass;
import java.util.Iterator;
import org.apache.commons.math3.random.JDKRandomGenerator;
import org.apache.commons.math3.random.RandomGenerator;

/**
 * Draws a response of each row at each draw of the parameters, with random numbers that are addressed by chunks of rows.
 *
 * @param laws of the responses
 * @param draws of the parameters
 * @param sample rows that are replicated
 * @param seed of the responses
 * @param none sums of no row
 */
record ReplicatePass<S extends ReplicateSums<S>>(
        ResponseLaws laws, double[][] draws, RowSample sample, long seed, ReplicateSums.None<S> none)
        implements PartitionPass<S> {

    @Override
    public S run(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        S sums = none.get();
        ResponseLaws.AtDraws at = laws.at(kernel, draws);
        long seen = 0;
        while (blocks.hasNext()) {
            RowBlock whole = blocks.next();
            RowBlock part = sample.of(whole, partition, seen);
            for (int first = 0; first < part.rows(); first += Chunk.CAPACITY) {
                int rows = Math.min(Chunk.CAPACITY, part.rows() - first);
                RandomGenerator random = new JDKRandomGenerator();
                random.setSeed(AddressedRandom.bits(seed, partition, seen, first));
                at.moveTo(part, first, rows);
                for (int i = 0; i < rows; i++) {
                    double label = part.attributes().labels()[first + i];
                    sums.add(at, i, label, part.attributes().weight(first + i), random);
                }
            }
            seen += whole.rows();
        }
        return sums;
    }
}
