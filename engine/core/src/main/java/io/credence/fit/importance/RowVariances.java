package io.credence.fit.importance;

import io.credence.fit.ExecutionBackend;
import io.credence.fit.RowLevels;
import io.credence.loss.DrawLoss;
import io.credence.loss.PredictorLoss;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.pass.LossVariancePass;
import io.credence.pass.PredictorDeviations;
import io.credence.pass.VarianceSample;
import io.credence.statistics.PassStatistics;

/**
 * Variation of the rows' linear predictors under the posterior, by which rows are sampled unequally.
 *
 * @param drawDeviations deviations of some draws from the mean; none where rows have no linear predictors
 * @param meanCubedDeviation mean over rows of their predictors' cubed deviations, estimated from a few thousand rows
 */
record RowVariances(PredictorDeviations drawDeviations, double meanCubedDeviation) {

    private static final RowVariances EVEN = new RowVariances(PredictorDeviations.NONE, 1);

    /**
     * Estimates the variation from draws of the posterior.
     *
     * @param theta draws, at least eight
     * @param seed seed of the sample of rows from which {@code typical} is estimated
     */
    static RowVariances of(DrawLoss loss, double[] mean, double[][] theta, ExecutionBackend backend, long seed) {
        PredictorLoss linear = loss.linear();
        if (linear == null) {
            return EVEN;
        }
        int length = linear.columns() * linear.likelihood().predictors();
        int draws = RowLevels.FEW_DRAWS;
        double[] moves = new double[draws * length];
        for (int s = 0; s < draws; s++) {
            for (int j = 0; j < length; j++) {
                moves[s * length + j] = theta[s][j] - mean[j];
            }
        }
        PredictorDeviations some = new PredictorDeviations(
                moves, draws, linear.columns(), linear.likelihood().predictors());
        RowSample sample = RowSample.some(backend.summary().rows(), RowLevels.FEWEST_ROWS, RowLevels.FEWEST_ROWS, seed);
        PassStatistics sums = backend.run(new LossVariancePass(some, sample));
        double typical = sums.value() / sums.rows();
        return typical > 0 && Double.isFinite(typical) ? new RowVariances(some, typical) : EVEN;
    }

    /** Sample in which rows of larger variation are likelier, of about the given share of all rows, in (0, 1). */
    VarianceSample sample(double share, long seed) {
        return new VarianceSample(drawDeviations, meanCubedDeviation, share, seed);
    }
}
