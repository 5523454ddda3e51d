package io.credence.diagnostic;

import io.credence.statistics.ColumnMoments;

/**
 * Leave-one-out predictive accuracy of a posterior: PSIS-LOO (Vehtari, Gelman and Gabry 2017), and beside it WAIC
 * (Watanabe 2010). A row of weight w counts as w rows that are left out one at a time; a series is left out whole.
 *
 * @param elpd expected log pointwise predictive density, nats; its error is that of as many rows drawn anew
 * @param effectiveParameters effective number of parameters p: the gain in log predictive density if the rows are among the data
 * @param waic expected log pointwise predictive density by WAIC, nats
 * @param waicEffectiveParameters effective number of parameters by WAIC: the variance that it takes off
 * @param monteCarloError Monte Carlo standard error of {@code elpd}; NaN where only some rows were left out, as the
 *     surrogate of the others takes away most of it
 * @param samplingError standard error of {@code elpd} due to leaving out only some of the rows; 0 where all were left
 *     out
 * @param draws number of draws
 * @param threshold largest k̂ at which as many draws can be trusted
 * @param rows rows that were left out
 */
public record LeaveOneOut(
        Estimate elpd,
        Estimate effectiveParameters,
        Estimate waic,
        Estimate waicEffectiveParameters,
        double monteCarloError,
        double samplingError,
        int draws,
        double threshold,
        LeftOutSummary rows) {

    /**
     * Sum over all rows, with its standard error.
     *
     * @param value the sum
     * @param error standard error of the sum, if the rows were drawn anew
     */
    public record Estimate(double value, double error) {

        /** Estimates a sum from the weighted moments of the rows' contributions. */
        static Estimate of(ColumnMoments moments, int column, double weight) {
            return of(moments.mean(column), moments.sd(column) * moments.sd(column), weight);
        }

        /** Estimates a sum from the mean and the variance of the contributions of the rows. */
        static Estimate of(double mean, double variance, double weight) {
            double unbiased = weight > 1 ? weight / (weight - 1) : 1;
            return new Estimate(weight * mean, Math.sqrt(weight * variance * unbiased));
        }
    }

    /** Deviance-scaled elpd: −2 elpd. */
    public double looic() {
        return -2 * elpd.value();
    }
}
