package io.credence.network;

import io.credence.linalg.DenseKernel;

/** Minus the log likelihood of one noise: the expected loss is exact for any outputs of known mean and variance. */
record ConstantNoise() implements SharedNoise {

    @Override
    public void expect(
            DenseKernel kernel,
            LayerSums outputs,
            NetworkRows.Batch labels,
            double[] values,
            int firstPoint,
            double[] losses,
            double[] gradient) {
        double logSd = values[firstPoint];
        double precision = Math.exp(-2 * logSd);
        double slope = 0;
        for (int i = 0; i < labels.rows(); i++) {
            double weight = labels.weight()[i];
            double apart = outputs.mean[i] - labels.label()[i];
            double square = (outputs.covariance[i] + apart * apart) * precision;
            losses[i] = 0.5 * LOG_TWO_PI + logSd + 0.5 * square;
            outputs.meanSlope[i] = weight * apart * precision;
            outputs.covarianceSlope[i] = weight * 0.5 * precision;
            slope += weight * (1 - square);
        }
        gradient[firstPoint] += slope;
    }
}
