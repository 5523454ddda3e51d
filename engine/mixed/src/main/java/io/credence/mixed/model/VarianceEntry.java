package io.credence.mixed.model;

import io.credence.kind.RandomEffects;
import java.io.Serializable;
import java.util.List;

/**
 * Block of variance components that stand together in the list of all components: those of {@link RandomEffects}, or
 * the one of a {@link SmoothTerm}.
 *
 * @param size number of standard deviations
 * @param correlated whether their correlations are components too
 * @param prior prior of the block
 */
public record VarianceEntry(int size, boolean correlated, EffectsPrior prior) implements Serializable {

    static VarianceEntry of(RandomEffects effects, EffectsPrior prior) {
        return new VarianceEntry(effects.size(), effects.correlated(), prior);
    }

    static VarianceEntry of(SmoothTerm smooth) {
        return new VarianceEntry(
                1, false, new EffectsPrior(List.of(smooth.logSdDensity()), EffectsPrior.DEFAULT_CONCENTRATION));
    }

    /** Number of correlations. */
    public int correlations() {
        return correlated ? size * (size - 1) / 2 : 0;
    }

    /** Number of components. */
    public int components() {
        return size + correlations();
    }
}
