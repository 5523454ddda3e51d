package io.credence.network;

import io.credence.data.RowBlock;
import java.util.Arrays;
import java.util.Iterator;

/**
 * Rows of a partition in the units that networks are trained in, densely.
 *
 * @param columns features of a row, of which the first is 1
 * @param features rows × columns
 * @param label one per row
 * @param weight one per row
 * @param output that a row's label belongs to; empty where there is one
 */
record NetworkRows(int columns, double[] features, double[] label, double[] weight, int[] output) {

    private static final int[] FIRST = {};

    /** Labels of the first output. */
    NetworkRows(int columns, double[] features, double[] label, double[] weight) {
        this(columns, features, label, weight, FIRST);
    }

    /**
     * Rows that are learned from, and their labels: what a step reads.
     *
     * @param rows how many they are
     * @param features columns × rows
     * @param squares their squares
     * @param label one per row, perhaps more
     * @param weight one per row, perhaps more
     * @param outputs that labels belong to, perhaps more; empty where there is one
     */
    record Batch(int rows, double[] features, double[] squares, double[] label, double[] weight, int[] outputs) {

        /** Output that the label of row {@code i} belongs to. */
        int output(int i) {
            return outputs.length == 0 ? 0 : outputs[i];
        }

        /** The same rows with those weights. */
        Batch weighted(double[] others) {
            return new Batch(rows, features, squares, label, others, outputs);
        }

        /** The same rows, all with that label. */
        Batch labelled(double all) {
            double[] labels = new double[rows];
            Arrays.fill(labels, all);
            return new Batch(rows, features, squares, labels, weight, outputs);
        }
    }

    /** The rows of blocks for which {@code held} is what is requested. */
    static NetworkRows of(Iterator<? extends RowBlock> blocks, Standardisation units, HoldOut holdOut, boolean held) {
        int columns = units.columns();
        double[] features = new double[0];
        double[] label = new double[0];
        double[] weight = new double[0];
        int rows = 0;
        while (blocks.hasNext()) {
            RowBlock block = blocks.next();
            features = Arrays.copyOf(features, Math.multiplyExact(rows + block.rows(), columns));
            label = Arrays.copyOf(label, rows + block.rows());
            weight = Arrays.copyOf(weight, rows + block.rows());
            double[] row = new double[columns];
            for (int i = 0; i < block.rows(); i++) {
                if (holdOut.holds(block, i) == held) {
                    block.copyRow(i, row);
                    units.standardise(row);
                    System.arraycopy(row, 0, features, rows * columns, columns);
                    label[rows] = units.toLabel(block.attributes().labels()[i]);
                    weight[rows] = block.attributes().weight(i);
                    rows++;
                }
            }
        }
        return new NetworkRows(
                columns,
                Arrays.copyOf(features, rows * columns),
                Arrays.copyOf(label, rows),
                Arrays.copyOf(weight, rows));
    }

    int rows() {
        return label.length;
    }

    /** Room for batches of up to so many rows. */
    Batch room(int rows) {
        return new Batch(
                rows,
                new double[columns * rows],
                new double[columns * rows],
                new double[rows],
                new double[rows],
                output.length == 0 ? FIRST : new int[rows]);
    }

    /** The rows {@code order[from … to)} in that room. */
    Batch fill(Batch room, int[] order, int from, int to) {
        int rows = to - from;
        for (int i = 0; i < rows; i++) {
            int row = order[from + i];
            room.label[i] = label[row];
            room.weight[i] = weight[row];
            if (output.length > 0) {
                room.outputs[i] = output[row];
            }
            for (int j = 0, at = row * columns; j < columns; j++, at++) {
                double x = features[at];
                room.features[j * rows + i] = x;
                room.squares[j * rows + i] = x * x;
            }
        }
        return new Batch(rows, room.features, room.squares, room.label, room.weight, room.outputs);
    }
}
