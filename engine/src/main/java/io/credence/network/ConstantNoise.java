package io.credence.network;

import io.credence.linalg.DenseKernel;

/**
 * Normal labels with one standard deviation for all rows, a point, whose logarithm is fitted. The expected loss is exact for any outputs
 * of known mean and variance.
 */
record ConstantNoise() implements GaussianNoise {

    /** Logarithm of the noise at the start, labels having standard deviation 1. */
    static final double START = -1;

    @Override
    public int outputs() {
        return 1;
    }

    @Override
    public int points() {
        return 1;
    }

    @Override
    public double[] start() {
        return new double[] {START};
    }

    @Override
    public double noise(double[] outputs, int rows, int row, double[] values, int firstPoint) {
        return Math.exp(2 * values[firstPoint]);
    }

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
