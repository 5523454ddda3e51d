package io.credence.model;

import java.util.random.RandomGenerator;
import org.hipparchus.CalculusFieldElement;

/**
 * Model whose rows are independent given the parameters. Its log-likelihood is a formula for any number type, whose
 * gradient comes from automatic differentiation, or, where there is none, a value of plain numbers: one of the two
 * methods {@code logLikelihood} is to be written. For rows that are seen through linear predictors,
 * {@link PredictorModel} is faster.
 */
public interface RowModel extends Model {

    /**
     * Log-likelihood log p(y_i | x_i, parameters) of one row for any number type, nats; finite. It has every constant
     * where the bound is to be on the evidence. Branches on the row's own numbers cost nothing; branches on parameters'
     * values, by {@code getReal()}, make evaluation many times slower.
     *
     * @param parameters constrained numbers of all parameters, in their order; {@code parameters[0].newInstance(c)} is
     *     the constant c
     */
    default <T extends CalculusFieldElement<T>> T logLikelihood(Row row, T[] parameters) {
        throw WrittenMethod.ROW_FORMULA.absence(this);
    }

    /**
     * Log-likelihood of one row with plain numbers. It is the least that a user has to write, and gives values only.
     *
     * @param parameters constrained numbers of all parameters, in their order; not to be changed
     */
    default double logLikelihood(Row row, double[] parameters) {
        return logLikelihood(row, Binary64Arrays.toBinary64(parameters)).getReal();
    }

    /** Whether {@link #logLikelihood} is written for any number type, so that it has a gradient. */
    default boolean hasFormula() {
        return WrittenMethod.ROW_FORMULA.isIn(this);
    }

    /**
     * Whether the model draws responses, by {@link #response}: where the class writes it, by default. Its fits then score
     * new rows, and responses drawn from a fit are compared with those observed. Drawn responses never change the fit.
     */
    default boolean drawsResponses() {
        return WrittenMethod.ROW_RESPONSE.isIn(this);
    }

    /**
     * Expected response of a row given the parameters, of a model that {@link #drawsResponses}. NaN by default, for models
     * without a formula: the expected response is then the mean of drawn responses, without a standard deviation of its
     * own.
     *
     * @param row row whose label is not known
     * @param parameters constrained numbers of all parameters, in their order; not to be changed
     */
    default double mean(Row row, double[] parameters) {
        return Double.NaN;
    }

    /**
     * A response of a row, drawn from the distribution whose density the model has; a density alone does not define such
     * draws. It is finite, and a label that the model does not refuse. Responses are counts where {@link #refuse} refuses
     * a label of 0.5. A response that is not as said, or an exception, costs a fit this check, not its result.
     *
     * @param row row whose label is not known
     * @param parameters constrained numbers of all parameters, in their order; not to be changed
     * @param random source of all randomness, so that the same fit draws the same responses
     */
    default double response(Row row, double[] parameters, RandomGenerator random) {
        throw WrittenMethod.ROW_RESPONSE.absence(this);
    }
}
