package io.credence.fit.importance;

import io.credence.fit.ExecutionBackend;
import io.credence.fit.RowLevels;
import io.credence.loss.DrawLoss;
import io.credence.loss.PredictorLoss;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.pass.PredictorMoves;
import io.credence.pass.SpreadPass;
import io.credence.pass.SpreadSample;
import io.credence.statistics.PassStatistics;

/**
 * Variation of the rows' linear predictors under the posterior, by which rows are sampled unequally.
 *
 * @param moves deviations of some draws from the mean; none where rows have no linear predictors
 * @param typical mean over rows of their predictors' cubed deviations, estimated from a few thousand rows
 */
record RowSpread(PredictorMoves moves, double typical) {

    private static final RowSpread EVEN = new RowSpread(PredictorMoves.NONE, 1);

    /**
     * Estimates the variation from draws of the posterior.
     *
     * @param theta draws, at least eight
     * @param seed seed of the sample of rows from which {@code typical} is estimated
     */
    static RowSpread of(DrawLoss loss, double[] mean, double[][] theta, ExecutionBackend backend, long seed) {
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
        PredictorMoves some = new PredictorMoves(
                moves, draws, linear.columns(), linear.likelihood().predictors());
        RowSample sample = RowSample.some(backend.summary().rows(), RowLevels.FEWEST_ROWS, RowLevels.FEWEST_ROWS, seed);
        PassStatistics sums = backend.run(new SpreadPass(some, sample));
        double typical = sums.value() / sums.rows();
        return typical > 0 && Double.isFinite(typical) ? new RowSpread(some, typical) : EVEN;
    }

    /** Sample in which rows of larger variation are likelier, of about the given share of all rows, in (0, 1). */
    SpreadSample sample(double share, long seed) {
        return new SpreadSample(moves, typical, share, seed);
    }
}
