package io.credence.network.dense;

import io.credence.divergence.Divergence;
import io.credence.divergence.RenyiDivergence;
import io.credence.family.DiagonalGaussian;
import io.credence.linalg.Vectors;
import java.util.Arrays;

/**
 * Divergence of a layer from independent standard normal weights: the sum of those of its weights (Knoblauch et al.
 * 2022, Theorem 6 ii and App. 6.2).
 */
final class LayerDivergence {

    private LayerDivergence() {}

    /** Divergence of a layer, with arguments as of {@link LayerPrior#divergence}. */
    static double divergence(
            Divergence divergence,
            DenseLayer layer,
            double[] values,
            double[] variances,
            int weights,
            double factor,
            double[] gradient) {
        // Rényi's divergence of independent weights is the sum of theirs; others are added up weight by weight.
        int size = divergence instanceof RenyiDivergence ? layer.weightCount() : 1;
        double sum = 0;
        for (int from = layer.offset(); from < layer.offset() + layer.weightCount(); from += size) {
            double[] precision = new double[size];
            for (int j = 0; j < size; j++) {
                precision[j] = 1 / variances[from + j];
            }
            DiagonalGaussian q = new DiagonalGaussian(Arrays.copyOfRange(values, from, from + size), precision);
            DiagonalGaussian prior = new DiagonalGaussian(new double[size], Vectors.ones(size));
            Divergence.DivergenceGradient slope = divergence.gradient(q, prior);
            double[] spread = slope.covarianceGradient(q);
            for (int j = 0; j < size; j++) {
                gradient[from + j] += factor * slope.meanGradient()[j];
                gradient[weights + from + j] += factor * 2 * spread[j] * variances[from + j];
            }
            sum += divergence.between(q, prior);
        }
        return sum;
    }
}
