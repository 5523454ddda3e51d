package io.credence.model;

import org.hipparchus.CalculusFieldElement;

/** Series model written for any number type, so that its gradient comes from automatic differentiation. */
public interface DifferentiableSeriesModel extends SeriesModel {

    /**
     * Log-likelihood of the series, nats; finite.
     *
     * @param parameters constrained numbers of all parameters, in their order; {@code parameters[0].newInstance(c)} is
     *     the constant c
     */
    <T extends CalculusFieldElement<T>> T logLikelihood(Series series, T[] parameters);

    /** Log-likelihood of the series as a plain number; override it where speed without gradients matters. */
    @Override
    default double logLikelihood(Series series, double[] parameters) {
        return logLikelihood(series, PlainNumbers.toBinary64(parameters)).getReal();
    }
}
