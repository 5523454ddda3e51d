package io.credence.mixed;

import io.credence.mixed.CrossedRows.Slope;
import org.jspecify.annotations.Nullable;

/** The posterior density of variance components given rows of two large crossed factors: its gradient and its curvature. */
interface CrossedDensity {

    VarianceCoordinates coordinates();

    /** Where the search begins. */
    double[] start();

    /**
     * Gradient and curvature at a point.
     *
     * @param near of a point that is near; null without one
     */
    Slope slope(double[] x, @Nullable Slope near);

    /** The density of normal rows that stand for these around a point with that slope. */
    CrossedRows around(Slope slope);
}
