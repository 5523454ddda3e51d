package io.credence.likelihood.robust;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;

/**
 * Robust β- or γ-loss of a normal response with identity link, in closed form (GVI eq. 106 to 109). With a = c − 1 and
 * h = 1/(1 + a v/σ²), E p^a = (2πσ²)^{−a/2} √h exp(−½ a h (y − m)²/σ²). It is infinite below order 1 where h is not
 * positive.
 *
 * @param form which of the two
 * @param order c, that is β or γ
 * @param variance σ²
 */
public record GaussianRobustLoss(RobustForm form, double order, double variance) implements RowLoss {

    @Override
    public void writeExpectedMoments(DenseKernel kernel, PredictorChunk chunk) {
        double a = order - 1;
        double logNorm = -0.5 * Math.log(2 * Math.PI * variance);
        double logIntegral = a * logNorm - 0.5 * Math.log(order);
        for (int i = 0; i < chunk.rows(); i++) {
            double v = chunk.predictorCovariances()[i] / variance;
            double growth = 1 + a * v;
            double shrink = growth > 0 ? 1 / growth : Double.NaN;
            double r = chunk.predictorMeans()[i] - chunk.label()[i];
            double step = shrink * r / variance;
            // The logarithm of E p^a over a; at a = 0 the expected log density.
            double log = logNorm - 0.5 * (a == 0 ? v : Math.log1p(a * v) / a) - 0.5 * step * r;
            double factor =
                    form == RobustForm.BETA ? Math.exp(a * log) : order * Math.exp(a * (log - logIntegral / order));
            chunk.moments().value()[i] = growth > 0 ? form.loss(order, log, logIntegral) : Double.POSITIVE_INFINITY;
            chunk.moments().slope()[i] = RobustForm.productWithZero(factor, step);
            chunk.moments().curvature()[i] = RobustForm.productWithZero(factor, shrink / variance - a * step * step);
        }
    }
}
