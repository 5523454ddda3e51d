package io.credence.fit;

import io.credence.data.DataSummary;
import io.credence.loss.DrawLoss;
import io.credence.loss.PredictorLoss;
import io.credence.pass.ExpectationPass.RowSample;
import io.credence.pass.PredictorMoves;
import io.credence.pass.SpreadPass;
import io.credence.pass.SpreadSample;
import io.credence.statistics.PassStatistics;

/**
 * How unequal rows are in what a posterior leaves open of their linear predictors.
 *
 * @param moves of some of its draws; none where rows have no linear predictors
 * @param typical mean of the cubes of the rows' moves, estimated from a few thousand rows
 */
record RowSpread(PredictorMoves moves, double typical) {

    /** Enough that hardly a row of a large cube is taken for one of a small cube. */
    private static final int DRAWS = 8;

    private static final int LOOKED_AT = 4000;
    private static final long SEED = 7;

    private static final RowSpread EVEN = new RowSpread(PredictorMoves.NONE, 1);

    /**
     * By draws of the posterior.
     *
     * @param theta draws, at least eight
     */
    static RowSpread of(DrawLoss loss, double[] mean, double[][] theta, ExecutionBackend backend) {
        PredictorLoss linear = loss.linear();
        if (linear == null) {
            return EVEN;
        }
        int length = linear.columns() * linear.likelihood().predictors();
        double[] moves = new double[DRAWS * length];
        for (int s = 0; s < DRAWS; s++) {
            for (int j = 0; j < length; j++) {
                moves[s * length + j] = theta[s][j] - mean[j];
            }
        }
        PredictorMoves some = new PredictorMoves(
                moves, DRAWS, linear.columns(), linear.likelihood().predictors());
        DataSummary data = backend.summary();
        PassStatistics sums =
                backend.run(new SpreadPass(some, RowSample.some(data.rows(), LOOKED_AT, LOOKED_AT, SEED)));
        double typical = sums.value() / sums.rows();
        return typical > 0 && Double.isFinite(typical) ? new RowSpread(some, typical) : EVEN;
    }

    /** Parts of the rows by their spread; each about that share of them, in (0, 1). */
    SpreadSample sample(double share, long seed) {
        return new SpreadSample(moves, typical, share, seed);
    }
}
