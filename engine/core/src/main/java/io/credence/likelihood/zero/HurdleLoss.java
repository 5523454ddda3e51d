package io.credence.likelihood.zero;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;

/**
 * Loss of counts that are 0 with a probability π of their own, else of a truncated law (Mullahy 1986). A row has two
 * linear predictors: η_1 of the counts, and η_2, the logit of π. The loss of a count y > 0 is log(1 + e^{η_2}) − log
 * p(y | η_1, y > 0), that of a zero log(1 + e^{η_2}) − η_2. Each term depends on one predictor, so that no second
 * derivative is mixed.
 *
 * @param countLoss loss of the counts above 0
 */
record HurdleLoss(RowLoss countLoss) implements ZeroAugmentedLoss {

    @Override
    public void expectZeros(DenseKernel kernel, PredictorChunk chunk) {
        for (int i = 0; i < chunk.rows(); i++) {
            if (chunk.label()[i] == 0) {
                double logit = chunk.predictorMeans()[2 * i + 1];
                chunk.moments().value()[i] -= logit;
                chunk.moments().slope()[2 * i + 1] -= 1;
                for (int k = 0; k < dispersionTotalCount(); k++) {
                    chunk.dispersionTotals()[k] -= chunk.weight()[i] * logit;
                }
            }
        }
    }

    @Override
    public void evaluateZeros(
            DenseKernel kernel, PredictorDraws points, int s, PredictorDraws ofCounts, double[] logit, double[] ofAny) {
        for (int i = 0; i < points.rows(); i++) {
            if (points.label()[i] == 0) {
                points.losses()[s * PredictorChunk.CAPACITY + i] = ofAny[i] - logit[i];
                points.slopes()[points.predictorOffset(s, 0) + i] = 0;
                points.slopes()[points.predictorOffset(s, 1) + i] -= 1;
            }
        }
    }
}
