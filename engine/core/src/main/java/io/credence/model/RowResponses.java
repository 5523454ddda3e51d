package io.credence.model;

import java.util.random.RandomGenerator;

/**
 * Model of rows that predicts new responses, which a density alone does not define. Its fits score new rows, and
 * responses drawn from a fit are compared with those observed. Drawn responses never change the fit.
 *
 * <p>Responses are counts where {@link #refuse} refuses a label of 0.5.
 */
public interface RowResponses extends Model {

    /**
     * Expected response of a row given the parameters. NaN by default, for models without a formula: the expected
     * response is then the mean of drawn responses, without a standard deviation of its own.
     *
     * @param row row whose label is not known
     * @param parameters constrained numbers of all parameters, in their order; not to be changed
     */
    default double mean(Row row, double[] parameters) {
        return Double.NaN;
    }

    /**
     * A response of a row, drawn from the distribution whose density the model has. It is finite, and a label that the
     * model does not refuse.
     *
     * @param row row whose label is not known
     * @param parameters constrained numbers of all parameters, in their order; not to be changed
     * @param random source of all randomness, so that the same fit draws the same responses
     */
    double response(Row row, double[] parameters, RandomGenerator random);
}
