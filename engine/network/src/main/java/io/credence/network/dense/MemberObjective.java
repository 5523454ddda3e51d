package io.credence.network.dense;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.NormalTail;
import io.credence.network.dense.NetworkModel.Activation;
import io.credence.network.row.NetworkRows;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;

/**
 * Objective of a member on a batch of rows, with its gradient. It is the mean expected loss plus a multiple of the
 * divergence from the layers' priors. Deterministic where the model's moments are closed; otherwise hidden units are
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
        long use = RandomUse.NETWORK_UNITS.firstAddressWord();
        IntFunction<double[]> normals = count -> AddressedRandom.sequenceAfter(seed, use, step, layers.size() - 1)
                .normals(count);
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

    /**
     * Mean, mean square and variance of h = max(0, a) for a ~ N(m, v), and their slopes, in closed form. With z = m/√v,
     * E h = m Φ(z) + √v φ(z) and E h² = (m² + v) Φ(z) + m √v φ(z).
     */
    static final class ReluMoments implements HiddenUnits {

        private static final double ROOT = 1 / Math.sqrt(2 * Math.PI);

        private final DenseKernel kernel;
        private final double[] sd;
        private final double[] exponent;
        private final double[] density;
        private final double[] cdf;

        /** Allocates a workspace for {@code numbers} numbers, units times rows. */
        ReluMoments(DenseKernel kernel, int numbers) {
            this.kernel = kernel;
            this.sd = new double[numbers];
            this.exponent = new double[numbers];
            this.density = new double[numbers];
            this.cdf = new double[numbers];
        }

        @Override
        public void forward(LayerSums in, UnitMoments out, int rows, long step) {
            int count = in.units * rows;
            double[] variance = Objects.requireNonNull(out.variance);
            for (int i = 0; i < count; i++) {
                sd[i] = Math.sqrt(in.covariance[i]);
                double z = in.mean[i] / sd[i];
                cdf[i] = z;
                exponent[i] = -0.5 * z * z;
            }
            kernel.exp(exponent, 0, count, density);
            for (int i = 0; i < count; i++) {
                double z = cdf[i];
                double upper = density[i] * NormalTail.scaledTail(Math.abs(z));
                cdf[i] = z > 0 ? 1 - upper : upper;
                density[i] *= ROOT;
            }
            out.begin(rows);
            for (int i = 0; i < count; i++) {
                double m = in.mean[i];
                double mean = m * cdf[i] + sd[i] * density[i];
                double square = (m * m + in.covariance[i]) * cdf[i] + m * sd[i] * density[i];
                out.mean[rows + i] = mean;
                out.square[rows + i] = square;
                variance[rows + i] = Math.max(0, square - mean * mean);
            }
        }

        @Override
        public void backward(LayerSums in, UnitMoments out, int rows) {
            int count = in.units * rows;
            double[] variance = Objects.requireNonNull(out.variance);
            double[] varianceSlope = Objects.requireNonNull(out.varianceSlope);
            for (int i = 0; i < count; i++) {
                double mean = out.mean[rows + i];
                double ofVariance = variance[rows + i] > 0 ? varianceSlope[rows + i] : 0;
                double ofSquare = out.squareSlope[rows + i] + ofVariance;
                double ofMean = out.meanSlope[rows + i] - 2 * mean * ofVariance;
                in.meanSlope[i] = ofMean * cdf[i] + 2 * ofSquare * mean;
                in.covarianceSlope[i] = 0.5 * ofMean * density[i] / sd[i] + ofSquare * cdf[i];
            }
        }
    }

    /**
     * Hidden units by one draw of each unit for each row, from the mean and variance of its sum (Kingma, Salimans and
     * Welling 2015, local reparameterisation). A draw is h = f(m + √v ε), with ε addressed by seed, member, step,
     * layer, unit and row.
     */
    static final class SampledUnits implements HiddenUnits {

        private final Activation activation;
        private final long seed;
        private final int layer;
        private final double[] noise;
        private final double[] sd;

        /**
         * Allocates a workspace for {@code numbers} numbers, units times rows.
         *
         * @param seed seed of the member
         */
        SampledUnits(Activation activation, long seed, int layer, int numbers) {
            this.activation = activation;
            this.seed = seed;
            this.layer = layer;
            this.noise = new double[numbers];
            this.sd = new double[numbers];
        }

        @Override
        public void forward(LayerSums in, UnitMoments out, int rows, long step) {
            out.begin(rows);
            AddressedRandom.sequenceAfter(seed, RandomUse.NETWORK_UNITS.firstAddressWord(), step, layer)
                    .writeNormals(in.units * rows, 1, noise);
            for (int i = 0; i < in.units * rows; i++) {
                sd[i] = Math.sqrt(in.covariance[i]);
                double value = activation.value(in.mean[i] + sd[i] * noise[i]);
                out.mean[rows + i] = value;
                out.square[rows + i] = value * value;
            }
        }

        @Override
        public void backward(LayerSums in, UnitMoments out, int rows) {
            for (int i = 0; i < in.units * rows; i++) {
                double value = out.mean[rows + i];
                double slope = activation.slope(in.mean[i] + sd[i] * noise[i], value)
                        * (out.meanSlope[rows + i] + 2 * value * out.squareSlope[rows + i]);
                in.meanSlope[i] = slope;
                in.covarianceSlope[i] = 0.5 * slope * noise[i] / sd[i];
            }
        }
    }
}
