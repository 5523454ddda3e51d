package io.credence.model;

import java.util.random.RandomGenerator;

/**
 * A model of linear predictors that draws responses which are numbers or counts, which a density alone does not define. Those drawn from a
 * fit are set against those observed, and its fits score new rows. They never change the fit.
 *
 * <p>Responses are counts where {@link #refuse} refuses a label of 0.5. Of labels that are classes {@link #logLikelihood} has all, and
 * nothing is drawn by this.
 */
public interface DrawnResponses extends PredictorModel {

    /**
     * Expected response of a row given the parameters. NaN, unless overridden, where it has no formula: expected is then the mean of
     * drawn responses, without a standard deviation of its own.
     *
     * @param predictors η_1 … η_K, the row's offset in the first; not to be changed or kept
     * @param extra constrained numbers of the extra parameters, in their order; not to be changed or kept
     */
    default double mean(double[] predictors, double[] extra) {
        return Double.NaN;
    }

    /**
     * A response of one row, drawn from the law whose log density {@link #logLikelihood} is: finite, and a label that the model does not
     * refuse. One that is not, or an exception, costs a fit this check, not its result.
     *
     * @param predictors η_1 … η_K, the row's offset in the first; not to be changed or kept
     * @param extra constrained numbers of the extra parameters, in their order; not to be changed or kept
     * @param random where all randomness comes from, so that the same fit draws the same responses
     */
    double response(double[] predictors, double[] extra, RandomGenerator random);
}
