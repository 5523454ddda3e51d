package io.credence.diagnostic;

import io.credence.statistics.ColumnMoments;

/**
 * Leave-one-out predictive accuracy of a posterior by PSIS-LOO (Vehtari, Gelman and Gabry 2017), and by WAIC (Watanabe
 * 2010). A row of weight w counts as w rows that are left out one at a time; a series is left out as one.
 *
 * @param elpd expected log pointwise predictive density, nats; its error is over new samples of as many rows
 * @param effectiveParameters effective number of parameters p: the gain in log predictive density if the rows are among
 *     the data
 * @param waic expected log pointwise predictive density by WAIC, nats
 * @param waicEffectiveParameters effective number of parameters by WAIC: the variance that it subtracts
 * @param precision precision with which {@code elpd} was computed
 * @param threshold largest k̂ at which as many draws can be trusted
 * @param rows summary of the rows that were left out
 */
public record LeaveOneOut(
        Estimate elpd,
        Estimate effectiveParameters,
        Estimate waic,
        Estimate waicEffectiveParameters,
        Precision precision,
        double threshold,
        LeftOutSummary rows) {

    /**
     * Precision with which a sum over all rows was computed.
     *
     * @param monteCarloError Monte Carlo standard error; NaN where only some rows were left out, since the surrogate of
     *     the others removes most of it
     * @param samplingError standard error due to leaving out only some of the rows; 0 where all were left out
     * @param draws number of draws
     */
    public record Precision(double monteCarloError, double samplingError, int draws) {}

    /**
     * Estimate of a sum over all rows, with its standard error.
     *
     * @param value estimate of the sum @param error standard error of the sum, if the rows were drawn anew
     */
    public record Estimate(double value, double error) {

        /** Estimates a sum from the weighted moments of the rows' contributions. */
        static Estimate of(ColumnMoments moments, int column, double weight) {
            return of(moments.mean(column), moments.sd(column) * moments.sd(column), weight);
        }

        /** Estimates a sum from the mean and the variance of the rows' contributions. */
        static Estimate of(double mean, double variance, double weight) {
            double unbiased = weight > 1 ? weight / (weight - 1) : 1;
            return new Estimate(weight * mean, Math.sqrt(weight * variance * unbiased));
        }
    }

    /** Standard error of {@code elpd} due to leaving out only some of the rows; 0 where all were left out. */
    public double samplingError() {
        return precision.samplingError();
    }

    /** Leave-one-out information criterion: −2 elpd, on the scale of the deviance. */
    public double looic() {
        return -2 * elpd.value();
    }
}
