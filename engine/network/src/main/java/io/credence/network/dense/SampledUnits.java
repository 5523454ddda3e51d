package io.credence.network.dense;

import io.credence.network.dense.NetworkModel.Activation;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;

/**
 * Hidden units by one draw of each unit for each row, by its sum's mean and variance (Kingma, Salimans and Welling
 * 2015, local reparameterisation): h = f(m + √v ε), with ε addressed by seed, member, step, layer, unit and row.
 */
final class SampledUnits implements HiddenUnits {

    private final Activation activation;
    private final long seed;
    private final int layer;
    private final double[] noise;
    private final double[] sd;

    /**
     * Allocates a workspace for so many numbers, units times rows.
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
        long use = RandomUse.NETWORK_UNITS.address();
        out.begin(rows);
        for (int i = 0; i < in.units * rows; i++) {
            noise[i] = AddressedRandom.normal(seed, use, step, layer, i);
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
