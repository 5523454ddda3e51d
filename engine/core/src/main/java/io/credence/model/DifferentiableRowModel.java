package io.credence.model;

import org.hipparchus.CalculusFieldElement;

/**
 * Row model written for any number type, so that its gradient comes from automatic differentiation. For rows that are
 * seen through linear predictors, {@link PredictorModel} is faster.
 */
public interface DifferentiableRowModel extends RowModel {

    /**
     * Log-likelihood log p(y_i | x_i, parameters) of one row, nats; finite. Branches on the row's own numbers cost
     * nothing; branches on parameters' values, by {@code getReal()}, make evaluation many times slower.
     *
     * @param parameters constrained numbers of all parameters, in their order; {@code parameters[0].newInstance(c)} is
     *     the constant c
     */
    <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] parameters);

    /** Log-likelihood of one row as a plain number. */
    @Override
    default double logLikelihood(Row row, double[] parameters) {
        return logLikelihood(row, PlainNumbers.toBinary64(parameters)).getReal();
    }
}
