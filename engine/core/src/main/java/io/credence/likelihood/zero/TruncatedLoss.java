package io.credence.likelihood.zero;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;

/**
 * Loss of counts of which only those above 0 are observed: −log p(y | η) + log(1 − p(0 | η)), y ≥ 1.
 *
 * @param counts loss of the counts
 * @param zero probability p(0 | η) of a zero
 */
record TruncatedLoss(RowLoss counts, ZeroProbability zero) implements RowLoss {

    @Override
    public int scaleTotals() {
        return counts.scaleTotals();
    }

    @Override
    public void expect(DenseKernel kernel, PredictorChunk chunk) {
        counts.expect(kernel, chunk);
        double[] point = new double[3];
        double[] sum = new double[3];
        for (int k = 0; k < zero.weights().length; k++) {
            LogPositive positive = new LogPositive(zero, k);
            double share = zero.weights()[k];
            for (int i = 0; i < chunk.rows(); i++) {
                positive.expect(0, chunk.mean()[i], Math.sqrt(chunk.variance()[i]), point, sum);
                chunk.moments().value()[i] += share * sum[0];
                chunk.moments().slope()[i] += share * sum[1];
                chunk.moments().curvature()[i] += share * sum[2];
                if (scaleTotals() > 0) {
                    chunk.scaleTotals()[k] += chunk.weight()[i] * sum[0];
                }
            }
        }
    }

    @Override
    public void evaluate(DenseKernel kernel, PredictorDraws points, int from, int to) {
        if (scaleTotals() > 1) {
            points.expect(this, kernel, from, to);
            return;
        }
        counts.evaluate(kernel, points, from, to);
        LogPositive positive = new LogPositive(zero, 0);
        double[] point = new double[3];
        for (int s = from; s < to; s++) {
            int at = points.at(s, 0);
            for (int i = at; i < at + points.rows(); i++) {
                positive.at(0, points.eta()[i], point);
                points.value()[i] += point[0];
                points.slope()[i] += point[1];
            }
        }
    }
}
