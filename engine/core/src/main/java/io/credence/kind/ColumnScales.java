package io.credence.kind;

import io.credence.model.CoefficientPlaces;
import io.credence.prior.GaussianPrior;
import java.util.Arrays;

/**
 * Scales by which the columns were divided before the fit. A scaled column is x′ = x / scale, so that its coefficient
 * is θ′ = scale · θ. The scales convert a prior from the data to the packed blocks, and a posterior back. With several
 * linear predictors the scales repeat.
 *
 * @param scales scale of each column; 1 for the intercept, for constant columns, and wherever nothing was scaled
 */
public record ColumnScales(double[] scales) {

    /** Scales of columns that were not scaled. */
    public static ColumnScales unscaled(int columns) {
        double[] ones = new double[columns];
        Arrays.fill(ones, 1);
        return new ColumnScales(ones);
    }

    /** Scales of all parameters: first {@code coefficients}, then parameters without a column, which have scale 1. */
    public ColumnScales extendedTo(int coefficients, int dimension) {
        double[] all = new double[dimension];
        for (int j = 0; j < dimension; j++) {
            all[j] = j < coefficients ? scale(j) : 1;
        }
        return new ColumnScales(all);
    }

    /** Scales of all parameters of a model: its coefficients at their places, then parameters without a column. */
    public ColumnScales extendedTo(CoefficientPlaces places, int dimension) {
        double[] all = new double[dimension];
        for (int j = 0; j < dimension; j++) {
            all[j] = j < places.count() ? scale(places.column(j)) : 1;
        }
        return new ColumnScales(all);
    }

    /** Whether all scales are 1. */
    public boolean isIdentity() {
        return Arrays.stream(scales).allMatch(scale -> scale == 1);
    }

    /** Scale of coefficient {@code j}. */
    public double scale(int j) {
        return scales[j % scales.length];
    }

    /** Prior of the scaled coefficients: mean μ0 · scale, precision P0 / scale². */
    public GaussianPrior toScaled(GaussianPrior prior) {
        if (isIdentity()) {
            return prior;
        }
        double[] factors = new double[prior.dimension()];
        Arrays.setAll(factors, this::scale);
        return prior.rescaled(factors);
    }

    /** Converts means or standard deviations of scaled coefficients to the scale of the data. */
    public double[] toOriginal(double[] scaled) {
        double[] original = scaled.clone();
        for (int j = 0; j < original.length; j++) {
            original[j] /= scale(j);
        }
        return original;
    }
}
