package io.credence.likelihood.zero;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;

/**
 * Loss of counts of which only those above 0 are observed: −log p(y | η) + log(1 − p(0 | η)), y ≥ 1.
 *
 * @param countLoss loss of the counts
 * @param zeroProbability probability p(0 | η) of a zero
 */
record TruncatedLoss(RowLoss countLoss, ZeroProbability zeroProbability) implements RowLoss {

    @Override
    public int dispersionTotalCount() {
        return countLoss.dispersionTotalCount();
    }

    @Override
    public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
        countLoss.writeExpectedMoments(kernel, chunk);
        double[] point = new double[3];
        double[] sum = new double[3];
        for (int k = 0; k < zeroProbability.dispersionWeights().length; k++) {
            LogPositive positive = new LogPositive(zeroProbability, k);
            double share = zeroProbability.dispersionWeights()[k];
            for (int i = 0; i < chunk.rows(); i++) {
                positive.expect(0, chunk.predictorMeans()[i], Math.sqrt(chunk.predictorCovariances()[i]), point, sum);
                chunk.moments().value()[i] += share * sum[0];
                chunk.moments().slope()[i] += share * sum[1];
                chunk.moments().curvature()[i] += share * sum[2];
                if (dispersionTotalCount() > 0) {
                    chunk.dispersionTotals()[k] += chunk.weight()[i] * sum[0];
                }
            }
        }
    }

    @Override
    public void evaluateAtDraws(DenseKernel kernel, PredictorDraws points, int from, int to) {
        if (dispersionTotalCount() > 1) {
            points.expect(this, kernel, from, to);
            return;
        }
        countLoss.evaluateAtDraws(kernel, points, from, to);
        LogPositive positive = new LogPositive(zeroProbability, 0);
        double[] point = new double[3];
        for (int s = from; s < to; s++) {
            int at = points.predictorOffset(s, 0);
            for (int i = at; i < at + points.rows(); i++) {
                positive.evaluateAt(0, points.predictors()[i], point);
                points.losses()[i] += point[0];
                points.slopes()[i] += point[1];
            }
        }
    }
}
