package io.credence.network.train;

import io.credence.data.RowBlock;
import io.credence.likelihood.ResponseLaw;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.LogSums;
import io.credence.network.dense.GaussianNoiseLoss;
import io.credence.network.dense.Member;
import io.credence.network.dense.MemberNetwork;
import io.credence.network.dense.NetworkModel;
import io.credence.network.dense.OutputLoss;
import io.credence.network.result.HeldOutSums;
import io.credence.network.row.HoldOut;
import io.credence.network.row.NetworkRows;
import io.credence.network.row.Standardisation;
import io.credence.statistics.PartitionPass;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Pass in which each member predicts the held-out rows from draws of its weights.
 *
 * @param members members that did not learn from these rows
 * @param draws number of draws of the weights of each
 */
public record HeldOutPass(
        NetworkProblem problem, Standardisation units, HoldOut holdOut, List<Member> members, int draws)
        implements PartitionPass<HeldOutSums> {

    private static final int TOGETHER = 256;

    @Override
    public HeldOutSums sumPartition(int partition, Iterator<? extends RowBlock> blocks, DenseKernel kernel) {
        NetworkRows rows = NetworkRows.of(blocks, units, holdOut, true);
        HeldOutSums sums = new HeldOutSums();
        NetworkRows.Batch room = rows.allocateBatch(Math.min(TOGETHER, rows.rows()));
        int[] order = IntStream.range(0, rows.rows()).toArray();
        for (int from = 0; from < order.length; from += TOGETHER) {
            int to = Math.min(order.length, from + TOGETHER);
            NetworkRows.Batch batch = rows.fill(room, order, from, to);
            List<double[][]> predicted = members.stream()
                    .parallel()
                    .map(member -> memberPredictions(member, batch, kernel))
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

    /**
     * Predictions of each row, the log density of its label first. There follow, for numbers, the probabilities below
     * the label and up to it; for classes, the log probabilities of all.
     */
    private double[][] memberPredictions(Member member, NetworkRows.Batch batch, DenseKernel kernel) {
        NetworkModel model = problem.model();
        OutputLoss loss = model.loss(member.kind());
        MemberNetwork network = new MemberNetwork(model, member.kind(), kernel, batch.rows());
        int classes = model.likelihood().outcomeCount();
        double[][][] logs = new double[batch.rows()][1 + classes][draws];
        double[][] below = new double[batch.rows()][classes > 0 ? 0 : 2];
        double[] outputs = new double[loss.outputs() * batch.rows()];
        double[] losses = new double[batch.rows()];
        int firstPoint = network.shape().firstPoint();
        for (int s = 0; s < draws; s++) {
            double[] weights =
                    MemberNetwork.drawWeights(network.shape(), member.values(), member.number(), s, problem.seed());
            network.computeOutputs(weights, batch.features(), batch.rows(), outputs);
            for (int c = -1; c < classes; c++) {
                loss.evaluate(kernel, outputs, c < 0 ? batch : batch.withLabel(c), member.values(), firstPoint, losses);
                for (int i = 0; i < losses.length; i++) {
                    logs[i][1 + c][s] = -losses[i];
                }
            }
            if (classes == 0) {
                addLabelProbabilities(loss, outputs, batch, member.values(), firstPoint, below);
            }
        }
        double[][] rows = new double[batch.rows()][];
        for (int i = 0; i < rows.length; i++) {
            DoubleStream means = Arrays.stream(logs[i]).mapToDouble(each -> LogSums.logSumExp(each) - Math.log(draws));
            rows[i] = DoubleStream.concat(means, DoubleStream.of(below[i])).toArray();
        }
        return rows;
    }

    private void addLabelProbabilities(
            OutputLoss loss,
            double[] outputs,
            NetworkRows.Batch batch,
            double[] values,
            int firstPoint,
            double[][] below) {
        ResponseLaw law = Objects.requireNonNull(problem.model().likelihood().responseLaw(), "numbers have a law");
        boolean counts = law.support() == ResponseLaw.Support.COUNTS;
        for (int i = 0; i < below.length; i++) {
            double label = batch.label()[i];
            double dispersion = loss instanceof GaussianNoiseLoss noise
                    ? noise.noise(outputs, batch.rows(), i, values, firstPoint)
                    : 1;
            double upTo = law.cdf(label, outputs[i], dispersion);
            below[i][0] += (counts ? law.cdf(label - 1, outputs[i], dispersion) : upTo) / draws;
            below[i][1] += upTo / draws;
        }
    }
}
