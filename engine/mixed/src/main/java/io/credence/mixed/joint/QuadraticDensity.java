package io.credence.mixed.joint;

import io.credence.mixed.model.VarianceCoordinates;
import io.credence.mixed.result.ComponentDensityEvaluation;
import io.credence.mixed.result.EffectMoments;
import io.credence.mixed.row.ColumnProducts;
import org.jspecify.annotations.Nullable;

/**
 * Density of components around a mode, where the rows' likelihood is replaced by the Gaussian that was found there. It
 * reads no rows.
 *
 * @param rows density of the Gaussian, up to a constant
 * @param constant constant that is added to the logarithm
 * @param columns mean products of the rows' columns
 */
record QuadraticDensity(NormalRowsDensity rows, double constant, ColumnProducts columns) implements ComponentDensity {

    /** Number of points of a round of the design over components. They cost next to nothing. */
    static final int POINTS = 256;

    /** Density with a known logarithm at the mode. */
    static QuadraticDensity of(NormalRowsDensity rows, double[] mode, double logDensity, ColumnProducts columns) {
        double there = rows.evaluate(mode, false, null).value();
        return new QuadraticDensity(rows, logDensity - there, columns);
    }

    @Override
    public VarianceCoordinates coordinates() {
        return rows.coordinates();
    }

    @Override
    public double[] startingPoint() {
        throw new IllegalStateException("a density around a mode begins no search");
    }

    @Override
    public ComponentDensityEvaluation evaluate(
            double[] x, boolean withGradient, @Nullable ComponentDensityEvaluation warm) {
        ComponentDensityEvaluation found = rows.evaluate(x, withGradient, null);
        return new ComponentDensityEvaluation(found.value() + constant, found.gradient());
    }

    @Override
    public EffectMoments moments(double[] x, @Nullable ComponentDensityEvaluation evaluation) {
        return rows.moments(x, evaluation);
    }

    @Override
    public int pointsPerRound() {
        return POINTS;
    }
}
