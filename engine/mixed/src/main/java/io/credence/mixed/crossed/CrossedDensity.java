package io.credence.mixed.crossed;

import io.credence.mixed.crossed.CrossedNormalRowsDensity.CrossedEvaluation;
import io.credence.mixed.model.VarianceCoordinates;
import org.jspecify.annotations.Nullable;

/**
 * Posterior density of variance components given rows of two large crossed factors, represented by its gradient and its
 * curvature.
 */
public interface CrossedDensity {

    VarianceCoordinates coordinates();

    /** Point at which the search for the mode begins. */
    double[] startingPoint();

    /**
     * Computes gradient and curvature at a point.
     *
     * @param near slope at a point nearby; null without one
     */
    CrossedEvaluation evaluate(double[] x, @Nullable CrossedEvaluation near);

    /** Density given normal rows, which approximate the given rows around the point of the slope. */
    CrossedNormalRowsDensity normalApproximation(CrossedEvaluation slope);
}
