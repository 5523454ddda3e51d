package io.credence.mixed.levelwise;

import io.credence.mixed.component.ComponentScoreMap;
import io.credence.mixed.model.EffectLayout;
import io.credence.mixed.model.VarianceComponents;
import io.credence.mixed.model.VarianceCoordinates;
import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Fixed effects and variance components at which the rows of each level are evaluated.
 *
 * @param fixed β
 * @param covarianceFactor L with LLᵀ the covariance of a level's effects, k × k, lower triangular
 * @param scores derivatives in the coordinates of the variance components
 */
public record LevelwisePoint(double[] fixed, double[] covarianceFactor, ComponentScoreMap scores)
        implements Serializable {

    /**
     * Converts a point ψ = (β, coordinates).
     *
     * @return null where a standard deviation would not be positive
     */
    public static @Nullable LevelwisePoint of(EffectLayout layout, VarianceCoordinates coordinates, double[] psi) {
        int p = layout.fixedEffectCount();
        double[] x = Arrays.copyOfRange(psi, p, psi.length);
        VarianceComponents components = coordinates.toComponents(x);
        return components == null
                ? null
                : new LevelwisePoint(
                        Arrays.copyOf(psi, p), components.local(layout), ComponentScoreMap.of(layout, coordinates, x));
    }

    /** Number of unknowns. */
    int dimension() {
        return fixed.length + scores.dimension();
    }
}
