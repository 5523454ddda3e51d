package io.credence.network.dense;

import io.credence.linalg.DenseKernel;
import io.credence.network.row.NetworkRows;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Minus the log likelihood of normal labels with one noise for all rows. Its expectation is exact for any outputs of
 * known mean and variance.
 *
 * @param outputs number of outputs of the network; a row's label belongs to one of them
 */
record ConstantNoiseLoss(int outputs) implements SharedNoiseLoss {

    /** Creates the loss of one output. */
    ConstantNoiseLoss() {
        this(1);
    }

    @Override
    public void expect(
            DenseKernel kernel,
            LayerSums sums,
            NetworkRows.Batch labels,
            double[] values,
            int firstPoint,
            IntFunction<double[]> normals,
            double[] losses,
            double[] gradient) {
        double logSd = values[firstPoint];
        double precision = Math.exp(-2 * logSd);
        double slope = 0;
        int rows = labels.rows();
        Arrays.fill(sums.meanSlope, 0, sums.units * rows, 0);
        Arrays.fill(sums.covarianceSlope, 0, sums.pairs * rows, 0);
        for (int i = 0; i < rows; i++) {
            int at = labels.output(i) * rows + i;
            double weight = labels.weight()[i];
            double apart = sums.mean[at] - labels.label()[i];
            double square = (sums.covariance[at] + apart * apart) * precision;
            losses[i] = 0.5 * LOG_TWO_PI + logSd + 0.5 * square;
            sums.meanSlope[at] = weight * apart * precision;
            sums.covarianceSlope[at] = weight * 0.5 * precision;
            slope += weight * (1 - square);
        }
        gradient[firstPoint] += slope;
    }
}
