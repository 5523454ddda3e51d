package io.credence.likelihood.zero;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.likelihood.count.ZeroProbability;
import io.credence.linalg.DenseKernel;

/**
 * Loss of zero-inflated counts, of which some are 0 whatever their rate. A row has two linear predictors: η_1 of the
 * counts, and η_2, the logit of the probability π of such a zero. The loss of a count y > 0 is log(1 + e^{η_2}) − log
 * p(y | η_1), that of a zero log(1 + e^{η_2}) − log(e^{η_2} + p(0 | η_1)) (Lambert 1992, eq. 2). All but the last
 * logarithm is known from one predictor; the expectation of that one, and of its derivatives, is taken over η_2 as a
 * softplus's and over η_1 by as many nodes as the row needs.
 *
 * @param countLoss loss of the counts, −log p(y | η_1)
 * @param zeroProbability probability p(0 | η_1) of a zero among the counts
 */
record ZeroInflatedLoss(RowLoss countLoss, ZeroProbability zeroProbability) implements ZeroAugmentedLoss {

    @Override
    public void expectZeros(DenseKernel kernel, PredictorChunk chunk) {
        InflatedZeroExpectation row = new InflatedZeroExpectation(this, kernel, chunk);
        for (int i = 0; i < chunk.rows(); i++) {
            if (chunk.label()[i] == 0) {
                row.add(i);
            }
        }
    }

    /**
     * Evaluates zeros as log(1 + e^{η_2}) − max(η_2, g) − log(1 + e^{−|u|}). Here g = log p(0 | η_1) and u = η_2 − g.
     *
     * @param inflation η_2
     * @param ofNone log(1 + e^{η_2})
     */
    @Override
    public void evaluateZeros(
            DenseKernel kernel,
            PredictorDraws points,
            int s,
            PredictorDraws ofCounts,
            double[] inflation,
            double[] ofNone) {
        int rows = points.rows();
        double[] away = new double[rows];
        for (int i = 0; i < rows; i++) {
            away[i] = Math.max(-InflatedZeroExpectation.LARGEST, -Math.abs(inflation[i] + ofCounts.losses()[i]));
        }
        double[] both = new double[rows];
        double[] lesser = new double[rows];
        kernel.softplus(away, 0, rows, both, lesser);
        for (int i = 0; i < rows; i++) {
            if (points.label()[i] == 0) {
                double count = ofCounts.losses()[i];
                boolean inflated = inflation[i] > -count;
                double share = inflated ? 1 - lesser[i] : lesser[i];
                double slope = away[i] > -InflatedZeroExpectation.LARGEST || !inflated
                        ? ofCounts.slopes()[i] * (1 - share)
                        : 0;
                points.losses()[s * PredictorChunk.CAPACITY + i] =
                        ofNone[i] - (inflated ? inflation[i] : -count) - both[i];
                points.slopes()[points.predictorOffset(s, 0) + i] = slope;
                points.slopes()[points.predictorOffset(s, 1) + i] -= share;
            }
        }
    }
}
