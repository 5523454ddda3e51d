package io.credence.network.row;

import io.credence.data.DataSummary;
import io.credence.data.RowBlock;
import io.credence.fit.ExecutionBackend;
import io.credence.likelihood.Likelihood;
import io.credence.linalg.DenseKernel;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.RowMoments;
import java.util.Iterator;

/**
 * Pass that computes the moments of rows and refuses those that networks cannot learn from, with their place in the
 * message.
 *
 * @param likelihood likelihood of the labels
 * @param moments pass that computes the moments
 */
public record ScreeningPass(Likelihood likelihood, PartitionPass<RowMoments> moments)
        implements PartitionPass<RowMoments> {

    /** Standardisation of the rows of a backend, all of which are checked. */
    public static Standardisation units(Likelihood likelihood, ExecutionBackend backend) {
        DataSummary data = backend.summary();
        RowMoments moments = backend.run(new ScreeningPass(likelihood, RowMoments.pass(data.columns(), data.sparse())));
        return Standardisation.of(moments, data.columns(), likelihood.isNormal());
    }

    @Override
    public RowMoments sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        return moments.sumPartition(partition, new CheckedBlocks(blocks, likelihood, partition), kernel);
    }

    private static final class CheckedBlocks implements Iterator<RowBlock> {

        private final Iterator<? extends RowBlock> blocks;
        private final Likelihood likelihood;
        private final int partition;
        private long before;

        CheckedBlocks(Iterator<? extends RowBlock> blocks, Likelihood likelihood, int partition) {
            this.blocks = blocks;
            this.likelihood = likelihood;
            this.partition = partition;
        }

        @Override
        public boolean hasNext() {
            return blocks.hasNext();
        }

        @Override
        public RowBlock next() {
            RowBlock block = blocks.next();
            for (int i = 0; i < block.rows(); i++) {
                check(block, i);
            }
            before += block.rows();
            return block;
        }

        private void check(RowBlock block, int i) {
            double label = block.attributes().labels()[i];
            String refusal = Double.isFinite(label) ? likelihood.refusal(label) : "required a finite number";
            if (refusal != null) {
                throw new IllegalArgumentException(
                        "the label of a row cannot be used: " + refusal + ", found " + label + describeRow(i));
            }
            for (int j = 0; j < block.columns(); j++) {
                double value = block.value(i, j);
                if (!Double.isFinite(value)) {
                    throw new IllegalArgumentException(
                            "a feature must be a finite number but was " + value + " in column " + j + describeRow(i));
                }
            }
            if (block.value(i, 0) != 1 || block.attributes().offset(i) != 0) {
                throw new IllegalArgumentException(
                        "networks read rows behind a column of ones and without offsets" + describeRow(i));
            }
        }

        private String describeRow(int i) {
            return " in partition " + partition + ", row " + (before + i);
        }
    }
}
