package io.credence.network.dense;

import io.credence.linalg.DenseKernel;
import io.credence.network.row.NetworkRows;
import java.util.function.IntFunction;

/**
 * Loss of normal labels whose mean and log variance are outputs of the network. With outputs (m, l) normal, variances V
 * and covariance C, the expected loss is ½[log 2π + l + (V + (m − C − y)²) e^{−l + V_l/2}] (Wu et al. 2019, eq. 8); the
 * exponent is held below 30.
 */
record PredictedNoise() implements GaussianNoise {

    private static final double MOST_EXPONENT = 30;

    @Override
    public int outputs() {
        return 2;
    }

    @Override
    public double noise(double[] outputs, int rows, int row, double[] values, int firstPoint) {
        return Math.exp(outputs[rows + row]);
    }

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
        int rows = labels.rows();
        int second = outputs.pairIndex(1, 1) * rows;
        int cross = outputs.pairs > 2 ? outputs.pairIndex(1, 0) * rows : -1;
        for (int i = 0; i < rows; i++) {
            double weight = labels.weight()[i];
            double covariance = cross < 0 ? 0 : outputs.covariance[cross + i];
            double logVariance = outputs.mean[rows + i];
            double exponent = -logVariance + 0.5 * outputs.covariance[second + i];
            double precision = Math.exp(Math.min(exponent, MOST_EXPONENT));
            double moving = exponent < MOST_EXPONENT ? precision : 0;
            double apart = outputs.mean[i] - covariance - labels.label()[i];
            double square = outputs.covariance[i] + apart * apart;
            losses[i] = 0.5 * (LOG_TWO_PI + logVariance + square * precision);
            outputs.meanSlope[i] = weight * apart * precision;
            outputs.meanSlope[rows + i] = weight * 0.5 * (1 - square * moving);
            outputs.covarianceSlope[i] = weight * 0.5 * precision;
            outputs.covarianceSlope[second + i] = weight * 0.25 * square * moving;
            if (cross >= 0) {
                outputs.covarianceSlope[cross + i] = -weight * apart * precision;
            }
        }
    }
}
