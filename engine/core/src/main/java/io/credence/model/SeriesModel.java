package io.credence.model;

import org.hipparchus.CalculusFieldElement;

/**
 * Model of an ordered series, whose rows depend on those before them. Its log-likelihood is a formula for any number type,
 * whose gradient comes from automatic differentiation, or a value of plain numbers: one of the two methods
 * {@code logLikelihood} is to be written.
 */
public interface SeriesModel extends Model {

    /**
     * Log-likelihood of the series for any number type, nats; finite.
     *
     * @param parameters constrained numbers of all parameters, in their order; {@code parameters[0].newInstance(c)} is
     *     the constant c
     */
    default <T extends CalculusFieldElement<T>> T logLikelihood(Series series, T[] parameters) {
        throw WrittenMethod.SERIES_FORMULA.absence(this);
    }

    /**
     * Log-likelihood of the series with plain numbers, nats; finite. Alone it gives values only; beside a formula, write
     * it where speed without gradients matters.
     *
     * @param parameters constrained numbers of all parameters, in their order; not to be changed
     */
    default double logLikelihood(Series series, double[] parameters) {
        return logLikelihood(series, Binary64Arrays.toBinary64(parameters)).getReal();
    }

    /** Whether {@link #logLikelihood} is written for any number type, so that it has a gradient. */
    default boolean hasFormula() {
        return WrittenMethod.SERIES_FORMULA.isIn(this);
    }
}
