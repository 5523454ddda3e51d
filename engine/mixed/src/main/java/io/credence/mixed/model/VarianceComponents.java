package io.credence.mixed.model;

import java.io.Serializable;
import java.util.List;

/**
 * Covariances of effects and the residual standard deviation as numbers.
 *
 * @param factors L of each entry of the model's effects, with LLᵀ the covariance of a level's effects: k × k, lower
 *     triangular; a standard deviation may be 0
 * @param residual residual standard deviation, or dispersion; 1 where the model has neither
 */
public record VarianceComponents(List<double[]> factors, double residual) implements Serializable {

    /** Residual precision 1/σ². */
    public double residualPrecision() {
        return 1 / (residual * residual);
    }

    /** Components for normal sites, with a residual standard deviation of 1, since a dispersion is none of sites. */
    public VarianceComponents withUnitResidual() {
        return new VarianceComponents(factors, 1);
    }

    /** Factors of the local entries as one block-diagonal k × k matrix. */
    public double[] local(EffectLayout layout) {
        return blockFactor(layout.model(), layout.local(), layout.localEffectsPerLevel());
    }

    /** Factors of some entries of the model's effects, k effects together, as one block-diagonal matrix. */
    public double[] blockFactor(MixedModel model, List<Integer> entries, int k) {
        double[] all = new double[k * k];
        int at = 0;
        for (int e : entries) {
            double[] own = factors.get(e);
            int size = model.effects().get(e).size();
            for (int i = 0; i < size; i++) {
                System.arraycopy(own, i * size, all, (at + i) * k + at, size);
            }
            at += size;
        }
        return all;
    }
}
