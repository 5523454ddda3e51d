package io.credence.loss;

import io.credence.linalg.DenseKernel;

/**
 * Normal response with identity link; the variance σ² enters by E[log σ²] and E[1/σ²], so that it may be a number or an
 * inverse-gamma factor. Its one scale total is Σ w E(y − η)².
 *
 * @param expectedLogVariance E[log σ²]
 * @param expectedPrecision E[1/σ²]
 */
public record GaussianLoss(double expectedLogVariance, double expectedPrecision) implements RowLoss {

    private static final double LOG_2_PI = Math.log(2 * Math.PI);

    @Override
    public int scaleTotals() {
        return 1;
    }

    @Override
    public void expect(DenseKernel kernel, Chunk chunk) {
        double constant = 0.5 * (LOG_2_PI + expectedLogVariance);
        for (int i = 0; i < chunk.rows(); i++) {
            double residual = chunk.mean()[i] - chunk.label()[i];
            double square = residual * residual + chunk.variance()[i];
            chunk.moments().value()[i] = constant + 0.5 * expectedPrecision * square;
            chunk.moments().slope()[i] = expectedPrecision * residual;
            chunk.moments().curvature()[i] = expectedPrecision;
            chunk.scaleTotals()[0] += chunk.weight()[i] * square;
        }
    }
}
