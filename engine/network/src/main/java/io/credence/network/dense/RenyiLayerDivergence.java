package io.credence.network.dense;

import io.credence.divergence.Divergence;
import io.credence.divergence.RenyiDivergence;
import io.credence.family.DiagonalGaussian;
import java.util.Arrays;

/**
 * Rényi's divergence of a layer from independent standard normal weights: the sum over its weights (Knoblauch et al.
 * 2022, App. 6.2).
 */
final class RenyiLayerDivergence {

    private RenyiLayerDivergence() {}

    /** Divergence of a layer, with arguments as of {@link LayerPrior#divergence}. */
    static double divergence(
            RenyiDivergence divergence,
            DenseLayer layer,
            double[] values,
            double[] variances,
            int weights,
            double factor,
            double[] gradient) {
        int from = layer.offset();
        int to = from + layer.weightCount();
        double[] precision = new double[layer.weightCount()];
        double[] one = new double[layer.weightCount()];
        Arrays.setAll(precision, j -> 1 / variances[from + j]);
        Arrays.fill(one, 1);
        DiagonalGaussian q = new DiagonalGaussian(Arrays.copyOfRange(values, from, to), precision);
        DiagonalGaussian prior = new DiagonalGaussian(new double[layer.weightCount()], one);
        Divergence.DivergenceGradient slope = divergence.gradient(q, prior);
        double[] spread = slope.covarianceGradient(q);
        for (int j = 0; j < precision.length; j++) {
            gradient[from + j] += factor * slope.meanGradient()[j];
            gradient[weights + from + j] += factor * 2 * spread[j] * variances[from + j];
        }
        return divergence.between(q, prior);
    }
}
