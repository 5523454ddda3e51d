package io.credence.network;

import io.credence.data.RowBlock;
import io.credence.linalg.DenseKernel;
import io.credence.statistics.LogSums;
import io.credence.statistics.PartitionPass;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.special.Erf;

/**
 * What each member predicts of the rows that were held out, by draws of its weights.
 *
 * @param members that did not learn from these rows
 * @param draws of the weights of each
 */
record HeldOutPass(NetworkProblem problem, Standardisation units, HoldOut holdOut, List<Member> members, int draws)
        implements PartitionPass<HeldOutSums> {

    private static final int TOGETHER = 256;

    @Override
    public HeldOutSums run(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        NetworkRows rows = NetworkRows.of(blocks, units, holdOut, true);
        HeldOutSums sums = new HeldOutSums();
        NetworkRows.Batch room = rows.room(Math.min(TOGETHER, rows.rows()));
        int[] order = IntStream.range(0, rows.rows()).toArray();
        for (int from = 0; from < order.length; from += TOGETHER) {
            int to = Math.min(order.length, from + TOGETHER);
            NetworkRows.Batch batch = rows.fill(room, order, from, to);
            List<double[][]> predicted = members.stream()
                    .parallel()
                    .map(member -> predicted(member, batch, kernel))
                    .toList();
            for (int i = 0; i < to - from; i++) {
                int row = i;
                sums.add(
                        batch.label()[i],
                        predicted.stream().map(each -> each[row]).toArray(double[][]::new));
            }
        }
        return sums;
    }

    /** Of each row: its log density; behind it that below the label of normal labels, and the log densities of all classes of classes. */
    private double[][] predicted(Member member, NetworkRows.Batch batch, DenseKernel kernel) {
        NetworkModel model = problem.model();
        OutputLoss loss = model.loss(member.kind());
        MemberDraws network = new MemberDraws(model, member.kind(), kernel, batch.rows());
        int classes = model.isGaussian() ? 0 : model.likelihood().outcomes();
        int numbers = 1 + (model.isGaussian() ? 1 : classes);
        double[][][] logs = new double[batch.rows()][numbers][draws];
        double[] outputs = new double[loss.outputs() * batch.rows()];
        double[] losses = new double[batch.rows()];
        double[] below = new double[batch.rows()];
        int firstPoint = network.shape().firstPoint();
        for (int s = 0; s < draws; s++) {
            double[] weights =
                    MemberDraws.weights(network.shape(), member.values(), member.number(), s, problem.seed());
            network.outputs(weights, batch.features(), batch.rows(), outputs);
            loss.evaluate(kernel, outputs, batch, member.values(), firstPoint, losses);
            put(losses, logs, 0, s);
            if (loss instanceof GaussianNoise noise) {
                for (int i = 0; i < below.length; i++) {
                    double variance = noise.noise(outputs, batch.rows(), i, member.values(), firstPoint);
                    double z = (batch.label()[i] - outputs[i]) / Math.sqrt(variance);
                    below[i] = 0.5 * Erf.erfc(-z / Math.sqrt(2)) / draws;
                    logs[i][1][s] = below[i];
                }
            }
            for (int c = 0; c < classes; c++) {
                double[] label = new double[batch.rows()];
                Arrays.fill(label, c);
                NetworkRows.Batch such =
                        new NetworkRows.Batch(batch.rows(), batch.features(), batch.squares(), label, batch.weight());
                loss.evaluate(kernel, outputs, such, member.values(), firstPoint, losses);
                put(losses, logs, 1 + c, s);
            }
        }
        double[][] rows = new double[batch.rows()][numbers];
        for (int i = 0; i < rows.length; i++) {
            for (int k = 0; k < numbers; k++) {
                boolean share = k == 1 && loss instanceof GaussianNoise;
                rows[i][k] = share ? Arrays.stream(logs[i][k]).sum() : LogSums.of(logs[i][k]) - Math.log(draws);
            }
        }
        return rows;
    }

    private static void put(double[] losses, double[][][] logs, int number, int s) {
        for (int i = 0; i < losses.length; i++) {
            logs[i][number][s] = -losses[i];
        }
    }
}
