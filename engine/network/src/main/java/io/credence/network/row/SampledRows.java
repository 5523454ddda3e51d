package io.credence.network.row;

import io.credence.data.RowBlock;
import io.credence.data.RowDigest;
import io.credence.linalg.DenseKernel;
import io.credence.statistics.PartitionPass;
import io.credence.statistics.Sums;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/**
 * Random rows of all partitions, chosen by a hash of their content. The choice does not depend on how rows are
 * partitioned.
 */
public final class SampledRows implements Sums<SampledRows> {

    private static final long serialVersionUID = 1;

    private record Row(long digest, double[] features) implements Serializable {}

    private final int count;
    private final ArrayList<Row> rows = new ArrayList<>();

    private SampledRows(int count) {
        this.count = count;
    }

    /** Pass that samples {@code count} rows, or all where they are fewer, standardised. */
    public record Pass(Standardisation units, int count, long seed) implements PartitionPass<SampledRows> {

        @Override
        public SampledRows sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
            SampledRows sampled = new SampledRows(count);
            while (blocks.hasNext()) {
                RowBlock block = blocks.next();
                for (int i = 0; i < block.rows(); i++) {
                    double[] row = new double[units.columns()];
                    block.copyRow(i, row);
                    units.standardise(row);
                    long digest = RowDigest.mix(RowDigest.rowsDigest(block, i, 1) ^ RowDigest.mix(seed));
                    sampled.rows.add(new Row(digest, row));
                }
                sampled.keepSmallestDigests();
            }
            return sampled;
        }
    }

    @Override
    public void merge(SampledRows other) {
        rows.addAll(other.rows);
        keepSmallestDigests();
    }

    private void keepSmallestDigests() {
        rows.sort(Comparator.comparingLong(Row::digest));
        while (rows.size() > count) {
            rows.remove(rows.size() - 1);
        }
    }

    /** Features of the sampled rows. */
    public List<double[]> rows() {
        return rows.stream().map(Row::features).toList();
    }
}
