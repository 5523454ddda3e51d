package io.credence.network.dense;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.robust.GaussianRobustLoss;
import io.credence.likelihood.robust.RobustForm;
import io.credence.linalg.DenseKernel;
import io.credence.network.row.NetworkRows;
import java.util.function.IntFunction;

/**
 * Robust β- or γ-loss of normal labels with one noise for all rows (GVI eq. 106 to 109), which an outlier moves little.
 * Its labels are standardised: unlike −log p these losses weigh rows against the prior by the unit of the label.
 *
 * @param order β or γ
 */
record RobustNoiseLoss(RobustForm form, double order) implements SharedNoiseLoss {
    // With errors, spreads of outputs and noise all multiplied by c, the loss but for its constant is multiplied by
    // a power of c: Euler's theorem makes of the slopes in mean and variance that in the logarithm of the noise.

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
        GaussianRobustLoss loss = new GaussianRobustLoss(form, order, Math.exp(2 * values[firstPoint]));
        PredictorChunk chunk = new PredictorChunk(1, new double[0]);
        for (int first = 0; first < labels.rows(); first += PredictorChunk.CAPACITY) {
            chunk.resize(Math.min(PredictorChunk.CAPACITY, labels.rows() - first));
            System.arraycopy(labels.label(), first, chunk.label(), 0, chunk.rows());
            System.arraycopy(outputs.mean, first, chunk.predictorMeans(), 0, chunk.rows());
            System.arraycopy(outputs.covariance, first, chunk.predictorCovariances(), 0, chunk.rows());
            loss.writeExpectedMoments(kernel, chunk);
            for (int i = 0; i < chunk.rows(); i++) {
                int row = first + i;
                double weight = labels.weight()[row];
                double value = chunk.moments().value()[i];
                double slope = chunk.moments().slope()[i];
                double curvature = chunk.moments().curvature()[i];
                losses[row] = value;
                outputs.meanSlope[row] = weight * slope;
                outputs.covarianceSlope[row] = weight * 0.5 * curvature;
                gradient[firstPoint] += weight
                        * (form.logUnitSlope(order, value)
                                - slope * (chunk.predictorMeans()[i] - chunk.label()[i])
                                - curvature * chunk.predictorCovariances()[i]);
            }
        }
    }
}
