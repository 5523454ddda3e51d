package io.credence;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.data.RowAttributes;
import io.credence.data.RowBlock;
import io.credence.data.SparseBlock;
import io.credence.kind.GroupingFactor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;

/** Factory and transformations of row blocks in the memory of this process. */
final class RowBlockTransforms {

    private RowBlockTransforms() {}

    /**
     * Packs rows, each with a given number of leading ones, into blocks.
     *
     * @throws IllegalArgumentException if rows differ in length
     */
    static List<RowBlock> pack(int columns, int ones, double[][] features, double[] labels) {
        BlockBuilder builder = BlockBuilder.dense(columns, Precision.FLOAT64, BlockBuilder.DEFAULT_BLOCK_BYTES);
        List<RowBlock> blocks = new ArrayList<>();
        for (int i = 0; i < labels.length; i++) {
            if (features[i].length != columns - ones) {
                throw new IllegalArgumentException("rows must be equally long: required " + (columns - ones)
                        + " numbers, found " + features[i].length + " in row " + i);
            }
            double[] row = new double[columns];
            row[0] = 1;
            System.arraycopy(features[i], 0, row, ones, columns - ones);
            if (builder.isFull()) {
                blocks.add(builder.build());
            }
            builder.add(labels[i], 1, 0, row);
        }
        blocks.add(builder.build());
        return blocks;
    }

    /** Copy of a block without some of its columns. */
    static RowBlock withoutColumns(RowBlock block, BitSet columns) {
        int left = block.columns() - columns.cardinality();
        int[] targets = new int[block.columns()];
        for (int j = 0, at = 0; j < targets.length; j++) {
            targets[j] = columns.get(j) ? -1 : at++;
        }
        Precision precision = block.isSinglePrecision() ? Precision.FLOAT32 : Precision.FLOAT64;
        BlockBuilder builder = BlockBuilder.ofWholeSeries(left, block instanceof SparseBlock, precision, block.rows());
        for (int i = 0; i < block.rows(); i++) {
            CellReceiver row = new CellReceiver(left, targets);
            block.forEachEntry(i, row);
            if (block instanceof SparseBlock) {
                builder.add(0, 1, 0, row.indices, row.values, row.count);
            } else {
                builder.add(0, 1, 0, row.values);
            }
        }
        return builder.build().withAttributes(block.attributes());
    }

    /** Copy of a block whose labels are replaced by their indices among ascending levels. */
    static RowBlock withNumberedLabels(RowBlock block, double[] levels) {
        RowAttributes own = block.attributes();
        return block.withAttributes(own.withLabels(labelIndices(own.labels(), levels)));
    }

    /** Indices of labels among ascending levels. */
    static double[] labelIndices(double[] labels, double[] levels) {
        return Arrays.stream(labels)
                .map(label -> Arrays.binarySearch(levels, label))
                .toArray();
    }

    /** Number of rows of the largest level of each factor. */
    static long[] largestLevelSizes(List<RowBlock> blocks, List<GroupingFactor> factors) {
        long[] largest = new long[factors.size()];
        for (int f = 0; f < largest.length; f++) {
            long[] counts = new long[factors.get(f).levelCount()];
            for (RowBlock block : blocks) {
                Arrays.stream(Objects.requireNonNull(block.attributes().levels())[f])
                        .forEach(level -> counts[level]++);
            }
            largest[f] = Arrays.stream(counts).max().orElse(0);
        }
        return largest;
    }

    /** Receiver of a row's cells that collects the cells of the remaining columns. */
    private static final class CellReceiver implements RowBlock.EntryConsumer {

        private final int[] targets;
        private final int[] indices;
        private final double[] values;
        private int count;

        CellReceiver(int left, int[] targets) {
            this.targets = targets;
            this.indices = new int[left];
            this.values = new double[left];
        }

        @Override
        public void accept(int column, double value) {
            if (targets[column] >= 0) {
                indices[count] = targets[column];
                values[count++] = value;
            }
        }
    }
}
