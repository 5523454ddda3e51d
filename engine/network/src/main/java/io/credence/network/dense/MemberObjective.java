package io.credence.network.dense;

import io.credence.linalg.DenseKernel;
import io.credence.network.row.NetworkRows;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Objective of a member on a batch of rows, the mean of the expected losses and a multiple of the divergence from the
 * layers' priors, with its gradient. Deterministic where the model's moments are closed; otherwise hidden units are
 * drawn, and the outputs, normal given those, are in closed form. Not thread-safe.
 */
final class MemberObjective {

    private final NetworkShape shape;
    private final OutputLoss loss;
    private final NetworkObjective objective;
    private final DenseKernel kernel;
    private final long seed;
    private final List<DenseLayer> layers;
    private final List<MomentLayer> moments = new ArrayList<>();
    private final List<HiddenUnits> units = new ArrayList<>();
    private final List<UnitMoments> inputs = new ArrayList<>();
    private final List<LayerSums> sums = new ArrayList<>();
    private final double[] logVariances;
    private final double[] variances;
    private final double[] losses;

    /**
     * Allocates a workspace for batches.
     *
     * @param seed seed of draws of hidden units and of outputs
     * @param rows largest number of rows of a batch
     */
    MemberObjective(
            NetworkModel model, NetworkObjective objective, MemberKind kind, DenseKernel kernel, long seed, int rows) {
        this.shape = model.shape(kind);
        this.loss = objective.loss(model, kind);
        this.objective = objective;
        this.kernel = kernel;
        this.seed = seed;
        this.layers = shape.layers();
        boolean closed = model.isClosedForm();
        for (int l = 0; l < layers.size(); l++) {
            DenseLayer layer = layers.get(l);
            boolean last = l == layers.size() - 1;
            boolean spread = closed && l > 0;
            int pairs = last && spread ? LayerSums.pairCount(layer.units()) : layer.units();
            moments.add(new MomentLayer(layer, kernel, spread, pairs));
            sums.add(new LayerSums(layer.units(), pairs, rows));
            if (l > 0) {
                inputs.add(new UnitMoments(layer.inputCountWithBias(), rows, spread, true));
            }
            if (!last) {
                int numbers = layer.units() * rows;
                units.add(
                        closed
                                ? new ReluMoments(kernel, numbers)
                                : new SampledUnits(model.activation(), seed, l, numbers));
            }
        }
        this.logVariances = new double[shape.weightCount()];
        this.variances = new double[shape.weightCount()];
        this.losses = new double[rows];
    }

    /**
     * Evaluates value and gradient.
     *
     * @param values parameters, as {@link NetworkShape} orders them
     * @param step number of the step, which addresses the draws
     * @param share factor of the divergence: T/n
     * @param gradient gradient, which is set
     */
    double evaluate(double[] values, NetworkRows.Batch batch, long step, double share, double[] gradient) {
        int d = shape.weightCount();
        for (int j = 0; j < d; j++) {
            logVariances[j] = 2 * values[d + j];
        }
        kernel.exp(logVariances, 0, d, variances);
        Arrays.fill(gradient, 0);
        UnitMoments data = new UnitMoments(batch);
        forward(values, data, batch.rows(), step);
        long use = RandomUse.NETWORK_UNITS.address();
        IntFunction<double[]> normals = count ->
                AddressedRandom.last(seed, use, step, layers.size() - 1).normals(count);
        loss.expect(kernel, sums.get(sums.size() - 1), batch, values, shape.firstPoint(), normals, losses, gradient);
        backward(values, data, batch.rows(), gradient);
        double sum = 0;
        for (int i = 0; i < batch.rows(); i++) {
            sum += batch.weight()[i] * losses[i];
        }
        for (int j = 0; j < gradient.length; j++) {
            gradient[j] /= batch.rows();
        }
        for (int j = 0; j < d; j++) {
            gradient[d + j] *= 2 * variances[j];
        }
        return sum / batch.rows() + share * objective.divergence(shape, values, variances, share, gradient);
    }

    private void forward(double[] values, UnitMoments data, int rows, long step) {
        for (int l = 0; l < layers.size(); l++) {
            moments.get(l).forward(values, variances, l == 0 ? data : inputs.get(l - 1), sums.get(l), rows);
            if (l < units.size()) {
                units.get(l).forward(sums.get(l), inputs.get(l), rows, step);
            }
        }
    }

    private void backward(double[] values, UnitMoments data, int rows, double[] gradient) {
        int d = shape.weightCount();
        for (int l = layers.size() - 1; l >= 0; l--) {
            if (l < units.size()) {
                units.get(l).backward(sums.get(l), inputs.get(l), rows);
            }
            UnitMoments in = l == 0 ? data : inputs.get(l - 1);
            moments.get(l).backward(values, variances, in, sums.get(l), rows, gradient, d);
        }
    }
}
