package io.credence.model;

import org.hipparchus.CalculusFieldElement;

/**
 * A row model written for any number type, so that its gradient comes from automatic differentiation. For rows that are seen
 * through linear predictors, {@link PredictorModel} is faster.
 */
public interface DifferentiableRowModel extends RowModel {

    /**
     * log p(y_i | x_i, parameters) of one row, nats; finite. What is decided by the row's own numbers costs nothing; where the
     * parameters' values decide, by {@code getReal()}, evaluation is many times slower.
     *
     * @param parameters constrained numbers of all parameters, in their order; {@code parameters[0].newInstance(c)} is
     *     the constant c
     */
    <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] parameters);

    /** The same as a plain number. */
    @Override
    default double logLikelihood(Row row, double[] parameters) {
        return logLikelihood(row, PlainNumbers.of(parameters)).getReal();
    }
}
