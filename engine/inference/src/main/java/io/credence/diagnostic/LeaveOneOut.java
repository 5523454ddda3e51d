package io.credence.diagnostic;

import io.credence.statistics.ColumnMoments;

/**
 * How well the posterior predicts each row from the others: PSIS-LOO (Vehtari, Gelman and Gabry 2017), and beside it WAIC
 * (Watanabe 2010). A row of weight w counts as w rows that are left out one at a time; a series is left out whole.
 *
 * @param elpd expected log pointwise predictive density, nats; its error is that of so many rows
 * @param parameters p, effective number of parameters: by how much the rows are predicted better with themselves among the data
 * @param waic the same density by WAIC
 * @param waicParameters the variance that WAIC takes off
 * @param monteCarloError standard error of {@code elpd} by the number of draws; NaN where some rows were left out only, as what
 *     stands in for the others takes away most of it
 * @param samplingError standard error of {@code elpd} by looking at some of the rows only; 0 where all were left out
 * @param draws number of draws
 * @param threshold k̂ up to which so many draws can be trusted
 * @param rows that were left out
 */
public record LeaveOneOut(
        Estimate elpd,
        Estimate parameters,
        Estimate waic,
        Estimate waicParameters,
        double monteCarloError,
        double samplingError,
        int draws,
        double threshold,
        LeftOutRows rows) {

    /**
     * A sum over all rows.
     *
     * @param value the sum
     * @param error its standard error, were the rows drawn anew
     */
    public record Estimate(double value, double error) {

        /** By weighted moments of what each row adds. */
        static Estimate of(ColumnMoments moments, int column, double weight) {
            return of(moments.mean(column), moments.sd(column) * moments.sd(column), weight);
        }

        /** By their mean and their variance, as it is in these rows. */
        static Estimate of(double mean, double variance, double weight) {
            double unbiased = weight > 1 ? weight / (weight - 1) : 1;
            return new Estimate(weight * mean, Math.sqrt(weight * variance * unbiased));
        }
    }

    /** −2 elpd, on the scale of a deviance. */
    public double looic() {
        return -2 * elpd.value();
    }
}
