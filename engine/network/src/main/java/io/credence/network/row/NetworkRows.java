package io.credence.network.row;

import io.credence.data.RowBlock;
import java.util.Arrays;
import java.util.Iterator;

/**
 * Rows of a partition as dense arrays, in the units in which networks are trained.
 *
 * @param columns number of features of a row, of which the first is 1
 * @param features rows × columns
 * @param label label of each row
 * @param weight weight of each row
 * @param output number of the output to which each row's label belongs; empty where there is one output
 */
public record NetworkRows(int columns, double[] features, double[] label, double[] weight, int[] output) {

    private static final int[] FIRST = {};

    /** Creates rows whose labels belong to the first output. */
    public NetworkRows(int columns, double[] features, double[] label, double[] weight) {
        this(columns, features, label, weight, FIRST);
    }

    /**
     * Minibatch of rows and their labels.
     *
     * @param rows number of rows
     * @param features columns × rows
     * @param squares squares of the features
     * @param label label of each row, perhaps more
     * @param weight weight of each row, perhaps more
     * @param outputs number of the output to which each label belongs, perhaps more; empty where there is one output
     */
    public record Batch(int rows, double[] features, double[] squares, double[] label, double[] weight, int[] outputs) {

        /** Number of the output that the label of row {@code i} belongs to. */
        public int output(int i) {
            return outputs.length == 0 ? 0 : outputs[i];
        }

        /** Copy with other weights. */
        public Batch withWeights(double[] others) {
            return new Batch(rows, features, squares, label, others, outputs);
        }

        /** Copy whose rows all have one label. */
        public Batch withLabel(double all) {
            double[] labels = new double[rows];
            Arrays.fill(labels, all);
            return new Batch(rows, features, squares, labels, weight, outputs);
        }
    }

    /** Reads the rows of blocks that are held out, or those that are not, as {@code held} requests. */
    public static NetworkRows of(
            Iterator<? extends RowBlock> blocks, Standardisation units, HoldOut holdOut, boolean held) {
        int columns = units.columns();
        double[] features = new double[0];
        double[] label = new double[0];
        double[] weight = new double[0];
        int rows = 0;
        long before = 0;
        while (blocks.hasNext()) {
            RowBlock block = blocks.next();
            features = Arrays.copyOf(features, Math.multiplyExact(rows + block.rows(), columns));
            label = Arrays.copyOf(label, rows + block.rows());
            weight = Arrays.copyOf(weight, rows + block.rows());
            double[] row = new double[columns];
            for (int i = 0; i < block.rows(); i++) {
                if (holdOut.isHeldOut(block, i, before + i) == held) {
                    block.copyRow(i, row);
                    units.standardise(row);
                    System.arraycopy(row, 0, features, rows * columns, columns);
                    label[rows] = units.toLabel(block.attributes().labels()[i]);
                    weight[rows] = block.attributes().weight(i);
                    rows++;
                }
            }
            before += block.rows();
        }
        return new NetworkRows(
                columns,
                Arrays.copyOf(features, rows * columns),
                Arrays.copyOf(label, rows),
                Arrays.copyOf(weight, rows));
    }

    public int rows() {
        return label.length;
    }

    /** Allocates arrays for batches of up to {@code rows} rows. */
    public Batch allocateBatch(int rows) {
        return new Batch(
                rows,
                new double[columns * rows],
                new double[columns * rows],
                new double[rows],
                new double[rows],
                output.length == 0 ? FIRST : new int[rows]);
    }

    /** Fills the arrays of a batch with the rows {@code order[from … to)}. */
    public Batch fill(Batch room, int[] order, int from, int to) {
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
