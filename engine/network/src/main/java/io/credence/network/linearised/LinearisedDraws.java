package io.credence.network.linearised;

import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.network.dense.MemberNetwork;
import io.credence.network.result.PredictionDraws;
import java.util.Arrays;
import java.util.List;

/**
 * Predictions by networks linearised at the means of their weights: a mean and its variance for each. Not thread-safe.
 */
final class LinearisedDraws implements PredictionDraws {

    private final LinearisedNetworks networks;
    private final LinearisedShape shape;
    private final MemberNetwork outputs;
    private final List<double[]> weights;
    private final List<Cholesky> precisions;
    private final double[] mean;
    private final double[] variance;

    LinearisedDraws(LinearisedNetworks networks, DenseKernel kernel) {
        this.networks = networks;
        this.shape = new LinearisedShape(networks.model().shape(SquaresPass.KIND));
        this.outputs = new MemberNetwork(networks.model(), SquaresPass.KIND, kernel, 1);
        this.weights = networks.values().stream().map(shape::weights).toList();
        this.precisions = networks.values().stream()
                .map(each -> Cholesky.ofFactor(kernel, shape.root(each), shape.weights()))
                .toList();
        this.mean = new double[precisions.size()];
        this.variance = new double[precisions.size()];
    }

    @Override
    public int count() {
        return mean.length;
    }

    @Override
    public void moveTo(double[] row) {
        double[] out = new double[1];
        double[] slopes = new double[shape.weights()];
        for (int m = 0; m < mean.length; m++) {
            outputs.outputs(weights.get(m), row, 1, out);
            outputs.jacobian(weights.get(m), row, 1, slopes);
            mean[m] = out[0];
            variance[m] = Arrays.stream(precisions.get(m).solveFactor(slopes))
                    .map(x -> x * x)
                    .sum();
        }
    }

    @Override
    public double mean(int s) {
        return mean[s];
    }

    @Override
    public double variance(int s) {
        return variance[s];
    }

    @Override
    public double noise(int s) {
        return Math.exp(2 * networks.values().get(s)[shape.logNoise()]);
    }
}
