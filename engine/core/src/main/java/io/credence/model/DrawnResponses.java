package io.credence.model;

import java.util.random.RandomGenerator;

/**
 * Model of linear predictors that also draws responses, which are numbers or counts. A density alone does not define
 * such draws. Responses drawn from a fit are compared with those observed, and its fits score new rows. Drawn responses
 * never change the fit.
 *
 * <p>Responses are counts where {@link #refuse} refuses a label of 0.5. Labels that are classes are fully described by
 * {@link #logLikelihood}, and no responses are drawn by this interface.
 */
public interface DrawnResponses extends PredictorModel {

    /**
     * Expected response of a row given the parameters. NaN by default, for models without a formula: the expected
     * response is then the mean of drawn responses, without a standard deviation of its own.
     *
     * @param predictors η_1 … η_K, the row's offset in the first; not to be changed or kept
     * @param extra constrained numbers of the extra parameters, in their order; not to be changed or kept
     */
    default double mean(double[] predictors, double[] extra) {
        return Double.NaN;
    }

    /**
     * A response of one row, drawn from the distribution whose log density is {@link #logLikelihood}. It is finite, and
     * a label that the model does not refuse. A response that is not, or an exception, costs a fit this check, not its
     * result.
     *
     * @param predictors η_1 … η_K, the row's offset in the first; not to be changed or kept
     * @param extra constrained numbers of the extra parameters, in their order; not to be changed or kept
     * @param random source of all randomness, so that the same fit draws the same responses
     */
    double response(double[] predictors, double[] extra, RandomGenerator random);
}
