package io.credence.likelihood.real;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.PredictorDraws;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.NormalTail;

/**
 * Loss of a normal response with identity link, in closed form. The variance σ² enters by E[log σ²] and E[1/σ²], so
 * that it may be a number or an inverse-gamma factor. The loss has one total for the dispersion, Σ w E(y − η)².
 *
 * @param expectedLogVariance E[log σ²]
 * @param expectedPrecision E[1/σ²]
 */
record GaussianLoss(double expectedLogVariance, double expectedPrecision) implements RowLoss {

    @Override
    public int dispersionTotalCount() {
        return 1;
    }

    @Override
    public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
        double constant = NormalTail.HALF_LOG_2_PI + 0.5 * expectedLogVariance;
        for (int i = 0; i < chunk.rows(); i++) {
            double residual = chunk.predictorMeans()[i] - chunk.label()[i];
            double square = residual * residual + chunk.predictorCovariances()[i];
            chunk.moments().value()[i] = constant + 0.5 * expectedPrecision * square;
            chunk.moments().slope()[i] = expectedPrecision * residual;
            chunk.moments().curvature()[i] = expectedPrecision;
            chunk.dispersionTotals()[0] += chunk.weight()[i] * square;
        }
    }

    @Override
    public void evaluateAtDraws(DenseKernel kernel, PredictorDraws points, int from, int to) {
        double constant = NormalTail.HALF_LOG_2_PI + 0.5 * expectedLogVariance;
        double[] residual = points.workspace(0);
        for (int s = from; s < to; s++) {
            int at = points.predictorOffset(s, 0);
            residuals(points.predictors(), at, points.label(), points.rows(), residual);
            for (int i = 0; i < points.rows(); i++) {
                points.losses()[at + i] = constant + 0.5 * expectedPrecision * (residual[i] * residual[i]);
            }
            for (int i = 0; i < points.rows(); i++) {
                points.slopes()[at + i] = expectedPrecision * residual[i];
            }
        }
    }

    private static void residuals(double[] eta, int at, double[] label, int rows, double[] residual) {
        for (int i = 0; i < rows; i++) {
            residual[i] = eta[at + i] - label[i];
        }
    }
}
