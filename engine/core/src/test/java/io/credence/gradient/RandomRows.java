package io.credence.gradient;

import io.credence.data.BlockBuilder;
import io.credence.data.Precision;
import io.credence.data.RowBlock;
import io.credence.linalg.JavaDenseKernel;
import io.credence.pass.ExpectationPass;
import io.credence.statistics.PassStatistics;
import io.credence.testkit.RandomArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Rows with weights, offsets and labels, and the blocks made of them.
 *
 * @param x features, which single precision holds exactly
 */
public record RandomRows(double[][] x, double[] labels, double[] weights, double[] offsets) {

    /** How the features are stored. */
    public enum Storage {
        DENSE,
        FLOAT,
        SPARSE,
        SPARSE_FLOAT;

        public boolean sparse() {
            return this == SPARSE || this == SPARSE_FLOAT;
        }

        BlockBuilder builder(int columns) {
            Precision precision = this == DENSE || this == SPARSE ? Precision.FLOAT64 : Precision.FLOAT32;
            return sparse()
                    ? BlockBuilder.sparse(columns, precision, 1 << 20)
                    : BlockBuilder.dense(columns, precision, 1 << 20);
        }
    }

    /** Rows whose labels are 0 … classes − 1. */
    public static RandomRows of(String name, int rows, int columns, int classes) {
        RandomArrays random = RandomArrays.of(name);
        double[][] x = new double[rows][];
        double[] labels = new double[rows];
        for (int i = 0; i < rows; i++) {
            x[i] = random.sparseFloats(columns);
            labels[i] = random.random().nextInt(classes);
        }
        return new RandomRows(x, labels, random.uniforms(rows, 0.2, 2), random.uniforms(rows, -0.5, 0.5));
    }

    public int rows() {
        return labels.length;
    }

    int columns() {
        return x[0].length;
    }

    public RandomRows shuffled(String name) {
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < rows(); i++) {
            order.add(i);
        }
        Collections.shuffle(order, RandomArrays.of(name).random());
        return select(order);
    }

    RandomRows select(List<Integer> order) {
        return new RandomRows(
                order.stream().map(i -> x[i]).toArray(double[][]::new),
                order.stream().mapToDouble(i -> labels[i]).toArray(),
                order.stream().mapToDouble(i -> weights[i]).toArray(),
                order.stream().mapToDouble(i -> offsets[i]).toArray());
    }

    /** Consecutive rows, {@code sizes[p]} in partition p and {@code blockRows} in a block. */
    public List<List<RowBlock>> partitions(Storage storage, int blockRows, int... sizes) {
        List<List<RowBlock>> partitions = new ArrayList<>();
        int begin = 0;
        for (int size : sizes) {
            partitions.add(blocks(storage, blockRows, begin, begin + size));
            begin += size;
        }
        if (begin != rows()) {
            throw new IllegalArgumentException("sizes must add up to " + rows());
        }
        return partitions;
    }

    private List<RowBlock> blocks(Storage storage, int blockRows, int begin, int end) {
        List<RowBlock> blocks = new ArrayList<>();
        BlockBuilder builder = storage.builder(columns());
        for (int i = begin; i < end; i++) {
            add(builder, storage, i);
            if ((i - begin + 1) % blockRows == 0 || i + 1 == end) {
                blocks.add(builder.build());
            }
        }
        return blocks;
    }

    private void add(BlockBuilder builder, Storage storage, int i) {
        if (!storage.sparse()) {
            builder.add(labels[i], weights[i], offsets[i], x[i]);
            return;
        }
        int[] columns = new int[columns()];
        double[] values = new double[columns()];
        int count = 0;
        for (int j = 0; j < columns(); j++) {
            if (x[i][j] != 0) {
                columns[count] = j;
                values[count++] = x[i][j];
            }
        }
        builder.add(labels[i], weights[i], offsets[i], columns, values, count);
    }

    /** The pass over all partitions, merged in their order. */
    public static PassStatistics run(ExpectationPass pass, List<List<RowBlock>> partitions) {
        PassStatistics sums = pass.sumPartition(0, partitions.get(0).iterator(), JavaDenseKernel.INSTANCE);
        for (int p = 1; p < partitions.size(); p++) {
            sums.merge(pass.sumPartition(p, partitions.get(p).iterator(), JavaDenseKernel.INSTANCE));
        }
        return sums;
    }

    /** The pass over one partition of one block per {@code blockRows} rows. */
    public PassStatistics run(ExpectationPass pass, Storage storage, int blockRows) {
        return run(pass, partitions(storage, blockRows, rows()));
    }

    /** The same rows with one feature replaced. */
    RandomRows with(int i, int j, double feature) {
        double[][] changed = Arrays.stream(x).map(double[]::clone).toArray(double[][]::new);
        changed[i][j] = feature;
        return new RandomRows(changed, labels, weights, offsets);
    }
}
