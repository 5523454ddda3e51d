package io.credence.network.dense;

import io.credence.linalg.DenseKernel;
import io.credence.network.row.NetworkRows;
import java.util.function.IntFunction;

/**
 * Entropic risk of −log p over a normal output, in place of its expectation, for normal labels with one noise for all
 * rows. It is −(1/γ) log E p^γ, which with γ = 1 is minus the log predictive density, −log N(y; m, V + σ²) (Futami et
 * al. 2022, eq. 3 and 7).
 *
 * @param gamma γ, positive
 */
record EntropicNoiseLoss(double gamma) implements SharedNoiseLoss {

    @Override
    public void expect(
            DenseKernel kernel,
            LayerSums outputs,
            NetworkRows.Batch labels,
            double[] values,
            int firstPoint,
            IntFunction<double[]> normals,
            double[] losses,
            double[] gradient) {
        double logSd = values[firstPoint];
        double noise = Math.exp(2 * logSd);
        double slope = 0;
        for (int i = 0; i < labels.rows(); i++) {
            double weight = labels.weight()[i];
            double variance = outputs.covariance[i];
            double precision = 1 / (noise + gamma * variance);
            double apart = outputs.mean[i] - labels.label()[i];
            double step = apart * precision;
            losses[i] = 0.5 * LOG_TWO_PI + logSd + 0.5 * (Math.log1p(gamma * variance / noise) / gamma + step * apart);
            outputs.meanSlope[i] = weight * step;
            outputs.covarianceSlope[i] = weight * 0.5 * (precision - gamma * step * step);
            slope += weight * (1 - variance * precision - noise * step * step);
        }
        gradient[firstPoint] += slope;
    }
}
