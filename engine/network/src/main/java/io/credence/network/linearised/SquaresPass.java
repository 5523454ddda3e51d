package io.credence.network.linearised;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.network.dense.MemberKind;
import io.credence.network.dense.MemberNetwork;
import io.credence.network.dense.NetworkModel;
import io.credence.network.row.HoldOut;
import io.credence.network.row.NetworkRows;
import io.credence.network.row.Standardisation;
import io.credence.statistics.PartitionPass;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Pass that sums squared residuals, under networks of one output, of the rows that are learned from, and the products
 * that the networks' linearisation needs.
 *
 * @param points weights at which the networks are evaluated
 * @param curved whether slopes in the weights are requested
 */
record SquaresPass(NetworkModel model, Standardisation units, HoldOut holdOut, List<double[]> points, boolean curved)
        implements PartitionPass<SquaresSums> {

    static final MemberKind KIND = new MemberKind(false, 1);
    private static final int TOGETHER = 256;

    @Override
    public SquaresSums run(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        NetworkRows rows = NetworkRows.of(blocks, units, holdOut, false);
        SquaresSums sums = new SquaresSums(points.size(), curved ? model.weights(KIND) : 0);
        sums.rows = Arrays.stream(rows.weight()).sum();
        IntStream.range(0, points.size()).parallel().forEach(p -> add(p, rows, kernel, sums));
        return sums;
    }

    private void add(int point, NetworkRows rows, DenseKernel kernel, SquaresSums sums) {
        double[] weights = points.get(point);
        int most = Math.min(TOGETHER, rows.rows());
        NetworkRows.Batch room = rows.room(most);
        MemberNetwork network = new MemberNetwork(model, KIND, kernel, most);
        int[] order = IntStream.range(0, rows.rows()).toArray();
        for (int from = 0; from < order.length; from += TOGETHER) {
            NetworkRows.Batch batch = rows.fill(room, order, from, Math.min(order.length, from + TOGETHER));
            int count = batch.rows();
            double[] apart = new double[count];
            network.outputs(weights, batch.features(), count, apart);
            double[] share = Arrays.copyOf(batch.weight(), count);
            double[] pulled = new double[count];
            for (int i = 0; i < count; i++) {
                double residual = batch.label()[i] - apart[i];
                pulled[i] = share[i] * residual;
                sums.squares[point] += pulled[i] * residual;
            }
            if (curved) {
                int d = sums.pull[point].length;
                double[] slopes = new double[count * d];
                network.jacobian(weights, batch.features(), count, slopes);
                kernel.addWeightedGram(slopes, 0, count, d, share, sums.gram[point]);
                kernel.addWeightedRows(slopes, 0, count, d, pulled, sums.pull[point]);
            }
        }
    }
}
