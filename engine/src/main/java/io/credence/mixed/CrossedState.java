package io.credence.mixed;

import io.credence.fit.FitState.AlgorithmState;
import io.credence.fit.Position;
import io.credence.mixed.CrossedRows.Slope;
import org.jspecify.annotations.Nullable;

/**
 * How far the search for the mode of variance components has come.
 *
 * @param next point that is evaluated next, or the mode; null before the first
 * @param point last one that has a density; null before the first
 * @param slope there
 * @param best coefficients as far as they are known
 */
record CrossedState(
        double @Nullable [] next,
        double @Nullable [] point,
        @Nullable Slope slope,
        Position best) implements AlgorithmState {}
