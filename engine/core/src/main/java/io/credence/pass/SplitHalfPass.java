package io.credence.pass;

import io.credence.data.BlockBuilder;
import io.credence.data.Draws;
import io.credence.data.RowBlock;
import io.credence.gradient.GradientEstimator.GradientForm;
import io.credence.linalg.DenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.loss.ExpansionPoint;
import io.credence.pass.SplitHalfPass.SplitHalfSums;
import io.credence.pass.VarianceWeightedSample.SampledRows;
import io.credence.statistics.DrawSums;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.Sums;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Pass that sums the losses of two independent random samples of the rows, whose difference estimates the error of
 * each.
 *
 * @param loss loss of a row
 * @param draws draws at which the loss is evaluated
 * @param expansion expansion that is subtracted from each row's loss
 * @param sample random sampling that makes both samples, each of its share of the rows
 */
public record SplitHalfPass(
        DrawLoss loss, Draws.ExplicitDraws draws, ExpansionPoint expansion, VarianceWeightedSample sample)
        implements PartitionPass<SplitHalfSums> {

    /** Sums over both samples, each of which estimates the sum over all rows. */
    public record SplitHalfSums(DrawSums firstHalf, DrawSums secondHalf) implements Sums<SplitHalfSums> {

        @Override
        public void merge(SplitHalfSums more) {
            firstHalf.merge(more.firstHalf);
            secondHalf.merge(more.secondHalf);
        }
    }

    @Override
    public SplitHalfSums sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        SampledBlocks one = new SampledBlocks();
        SampledBlocks other = new SampledBlocks();
        long firstRow = 0;
        while (blocks.hasNext()) {
            RowBlock block = blocks.next();
            List<SampledRows> picked = sample.sampleHalves(block, partition, firstRow, kernel);
            one.add(block, picked.get(0));
            other.add(block, picked.get(1));
            firstRow += block.rows();
        }
        DrawPass pass = new DrawPass(loss, draws, expansion, GradientForm.NONE);
        List<DrawSums> sums = pass.sumFewDraws(partition, List.of(one.blocks(), other.blocks()), kernel);
        return new SplitHalfSums(sums.get(0), sums.get(1));
    }

    /** Builder of whole blocks from a few rows of each block. */
    private static final class SampledBlocks {
        private final List<RowBlock> blocks = new ArrayList<>();
        private @Nullable BlockBuilder gathered;

        void add(RowBlock block, SampledRows picked) {
            BlockBuilder builder = gathered == null ? block.builder() : gathered;
            gathered = builder;
            for (int k = 0; k < picked.rows().length; k++) {
                block.addTo(builder, picked.rows()[k], picked.scaleFactors()[k]);
                if (builder.isFull()) {
                    blocks.add(builder.build());
                }
            }
        }

        List<RowBlock> blocks() {
            if (gathered != null && !gathered.isEmpty()) {
                blocks.add(gathered.build());
            }
            return blocks;
        }
    }
}
