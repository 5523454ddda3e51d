package io.credence.fit;

import io.credence.data.CoefficientSpread;
import io.credence.data.DataSummary;
import io.credence.family.Posterior;
import io.credence.gradient.ExpectationPass.RowSample;
import io.credence.gradient.RowChoice;
import io.credence.gradient.SpreadPass;
import io.credence.gradient.SpreadSample;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.loss.DrawLoss;
import io.credence.loss.PredictorLoss;
import io.credence.statistics.PassStatistics;
import java.util.Objects;

/**
 * How unequal rows are in what a posterior leaves open of their linear predictors.
 *
 * @param spread covariance of the coefficients, summed over linear predictors; none where rows have none
 * @param typical mean of the cube of the rows' standard deviations under it, as a few thousand rows tell it
 */
record RowSpread(CoefficientSpread spread, double typical) {

    private static final int LOOKED_AT = 4000;
    private static final long SEED = 7;

    private static final RowSpread EVEN = new RowSpread(new CoefficientSpread.None(), 1);

    static RowSpread of(DrawLoss loss, Posterior posterior, ExecutionBackend backend, DenseKernel kernel) {
        PredictorLoss linear = loss.linear();
        if (linear == null) {
            return EVEN;
        }
        DataSummary data = backend.summary();
        CoefficientSpread spread =
                spread(posterior, linear.columns(), linear.likelihood().predictors(), data.sparse(), kernel);
        RowSample few = RowSample.some(data.rows(), LOOKED_AT, LOOKED_AT, SEED);
        PassStatistics sums = backend.run(new SpreadPass(spread, few));
        double typical = sums.value() / sums.rows();
        return typical > 0 && Double.isFinite(typical) ? new RowSpread(spread, typical) : EVEN;
    }

    private static CoefficientSpread spread(
            Posterior posterior, int columns, int predictors, boolean sparse, DenseKernel kernel) {
        double[] covariance = posterior.covariance();
        int d = posterior.dimension();
        boolean diagonal = covariance.length == d;
        double[] sum = new double[diagonal ? columns : columns * columns];
        for (int a = 0; a < predictors; a++) {
            int first = a * columns;
            for (int i = 0; i < columns; i++) {
                for (int j = 0; !diagonal && j < columns; j++) {
                    sum[i * columns + j] += covariance[(first + i) * d + first + j];
                }
                if (diagonal) {
                    sum[i] += covariance[first + i];
                }
            }
        }
        if (diagonal) {
            return new CoefficientSpread.Diagonal(sum);
        }
        Cholesky whole = sparse ? null : Cholesky.of(kernel, sum, columns);
        return whole == null
                ? new CoefficientSpread.Covariance(sum)
                : new CoefficientSpread.InverseFactor(
                        Objects.requireNonNull(Cholesky.of(kernel, whole.inverse(), columns))
                                .inverseFactor());
    }

    /** Rows by their spread; about that share of them, in (0, 1). */
    RowChoice sample(double share, long seed) {
        return new SpreadSample(spread, typical, share, seed);
    }
}
