package io.credence.gradient;

import io.credence.data.BlockBuilder;
import io.credence.data.RowBlock;
import io.credence.gradient.HalvesPass.Halves;
import io.credence.gradient.SpreadSample.Picked;
import io.credence.linalg.DenseKernel;
import io.credence.statistics.DrawSums;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.Sums;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The losses of two independent random parts of the rows, whose difference tells how far each is off.
 *
 * @param pass what is done with the rows; it is not folded
 * @param sample what makes the parts, each of its share of the rows
 */
public record HalvesPass(DrawPass pass, SpreadSample sample) implements PartitionPass<Halves> {

    /** Sums over either part, each of which estimates the sum over all rows. */
    public record Halves(DrawSums one, DrawSums other) implements Sums<Halves> {

        @Override
        public void merge(Halves more) {
            one.merge(more.one);
            other.merge(more.other);
        }
    }

    @Override
    public Halves run(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        List<Half> halves = List.of(new Half(partition, kernel), new Half(partition, kernel));
        long firstRow = 0;
        while (blocks.hasNext()) {
            RowBlock block = blocks.next();
            List<Picked> parts = sample.parts(halves.size(), block, partition, firstRow, kernel);
            for (int part = 0; part < parts.size(); part++) {
                halves.get(part).add(block, parts.get(part));
            }
            firstRow += block.rows();
        }
        return new Halves(halves.get(0).sums(), halves.get(1).sums());
    }

    /** Gathers its few rows of each block into whole ones, since many draws at a few rows take the time of many rows. */
    private final class Half {
        private final DrawPass.Accumulation sums;
        private @Nullable BlockBuilder gathered;

        Half(int partition, DenseKernel kernel) {
            this.sums = pass.accumulation(partition, kernel);
        }

        void add(RowBlock block, Picked picked) {
            BlockBuilder builder = gathered == null ? block.builder() : gathered;
            gathered = builder;
            for (int k = 0; k < picked.rows().length; k++) {
                block.addTo(builder, picked.rows()[k], picked.multiples()[k]);
                if (builder.isFull()) {
                    sums.add(builder.build());
                }
            }
        }

        DrawSums sums() {
            if (gathered != null && !gathered.isEmpty()) {
                sums.add(gathered.build());
            }
            return sums.sums();
        }
    }
}
