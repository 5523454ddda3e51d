package io.credence.network.dense;

import io.credence.likelihood.PredictorChunk;
import io.credence.likelihood.RowLoss;
import io.credence.linalg.DenseKernel;
import io.credence.network.row.NetworkRows;
import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Loss of a likelihood whose linear predictors are the network's outputs, taken as normal. Expectations are those of
 * linear models, in closed form or by quadrature. Not thread-safe.
 */
final class LikelihoodOutputLoss implements OutputLoss {

    private final RowLoss loss;
    private final int predictors;
    private final PredictorChunk chunk;

    LikelihoodOutputLoss(RowLoss loss) {
        this.loss = loss;
        this.predictors = loss.predictorCount();
        this.chunk = new PredictorChunk(predictors, new double[loss.dispersionTotalCount()]);
    }

    @Override
    public int outputs() {
        return predictors;
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
        for (int first = 0; first < labels.rows(); first += PredictorChunk.CAPACITY) {
            load(outputs.mean, labels, first);
            loadCovariances(outputs, labels.rows(), first);
            loss.writeExpectedMoments(kernel, chunk);
            System.arraycopy(chunk.moments().value(), 0, losses, first, chunk.rows());
            store(outputs, labels, first);
        }
    }

    private void load(double[] mean, NetworkRows.Batch labels, int first) {
        chunk.resize(Math.min(PredictorChunk.CAPACITY, labels.rows() - first));
        for (int i = 0; i < chunk.rows(); i++) {
            chunk.label()[i] = labels.label()[first + i];
            chunk.weight()[i] = labels.weight()[first + i];
            for (int k = 0; k < predictors; k++) {
                chunk.predictorMeans()[i * predictors + k] = mean[k * labels.rows() + first + i];
            }
        }
    }

    private void loadCovariances(LayerSums outputs, int rows, int first) {
        for (int k = 0; k < predictors; k++) {
            for (int l = 0; l < predictors; l++) {
                for (int i = 0; i < chunk.rows(); i++) {
                    chunk.predictorCovariances()[(i * predictors + k) * predictors + l] =
                            outputs.covariance(k, l, first + i, rows);
                }
            }
        }
    }

    private void store(LayerSums outputs, NetworkRows.Batch labels, int first) {
        int rows = labels.rows();
        for (int i = 0; i < chunk.rows(); i++) {
            double weight = labels.weight()[first + i];
            for (int k = 0; k < predictors; k++) {
                outputs.meanSlope[k * rows + first + i] =
                        weight * chunk.moments().slope()[i * predictors + k];
                for (int l = 0; l <= k; l++) {
                    double curvature = chunk.moments().curvature()[(i * predictors + k) * predictors + l];
                    outputs.setCovarianceSlope(k, l, first + i, rows, weight * curvature);
                }
            }
        }
    }

    @Override
    public void evaluate(
            DenseKernel kernel,
            double[] outputs,
            NetworkRows.Batch labels,
            double[] values,
            int firstPoint,
            double[] losses) {
        for (int first = 0; first < labels.rows(); first += PredictorChunk.CAPACITY) {
            load(outputs, labels, first);
            Arrays.fill(chunk.predictorCovariances(), 0, chunk.rows() * predictors * predictors, 0);
            loss.writeExpectedMoments(kernel, chunk);
            System.arraycopy(chunk.moments().value(), 0, losses, first, chunk.rows());
        }
    }
}
