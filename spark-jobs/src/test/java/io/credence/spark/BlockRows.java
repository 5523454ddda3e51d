package io.credence.spark;

import io.credence.data.DenseBlock;
import io.credence.data.FloatBlock;
import io.credence.data.RowBlock;
import io.credence.data.SparseBlock;
import io.credence.spark.pack.PackedBlock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Packed rows as lists of numbers that tests can compare with equals: label, weight, offset, features. */
public final class BlockRows {

    private BlockRows() {}

    /** Rows of each partition. */
    public static List<List<List<Double>>> partitions(PackedRows rows) {
        return blocks(rows).stream()
                .map(blocks -> {
                    List<List<Double>> all = new ArrayList<>();
                    blocks.forEach(block -> addRows(block, all));
                    return all;
                })
                .toList();
    }

    /** Blocks of each partition. */
    public static List<List<RowBlock>> blocks(PackedRows rows) {
        return rows.blocks().run((partition, elements) -> {
            List<RowBlock> blocks = new ArrayList<>();
            PackedBlock.blocks(elements).forEachRemaining(blocks::add);
            return blocks;
        });
    }

    /** Rows of all partitions one after the other. */
    public static List<List<Double>> all(PackedRows rows) {
        return partitions(rows).stream().flatMap(List::stream).toList();
    }

    /** The same, in an order that does not depend on that of the rows. */
    public static List<String> sorted(PackedRows rows) {
        return all(rows).stream().map(List::toString).sorted().toList();
    }

    private static void addRows(RowBlock block, List<List<Double>> all) {
        for (int i = 0; i < block.rows(); i++) {
            List<Double> row = new ArrayList<>(Arrays.asList(
                    block.attributes().labels()[i],
                    block.attributes().weight(i),
                    block.attributes().offset(i)));
            for (double x : features(block, i)) {
                row.add(x);
            }
            all.add(row);
        }
    }

    private static double[] features(RowBlock block, int i) {
        double[] x = new double[block.columns()];
        if (block instanceof DenseBlock dense) {
            System.arraycopy(dense.values(), i * x.length, x, 0, x.length);
        } else if (block instanceof FloatBlock single) {
            for (int j = 0; j < x.length; j++) {
                x[j] = single.values()[i * x.length + j];
            }
        } else if (block instanceof SparseBlock sparse) {
            for (int at = sparse.rowStarts()[i]; at < sparse.rowStarts()[i + 1]; at++) {
                x[sparse.entryColumns()[at]] = sparse.doubleEntries()[at];
            }
        }
        return x;
    }
}
