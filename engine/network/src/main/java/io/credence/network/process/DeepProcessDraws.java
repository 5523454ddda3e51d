package io.credence.network.process;

import io.credence.autodiff.Matrix;
import io.credence.linalg.DenseKernel;
import io.credence.network.result.PredictionDraws;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import java.util.ArrayList;
import java.util.List;

/**
 * Predictions of rows under a deep Gaussian process, by draws of its inner layers: what does not depend on rows, such
 * as factors of covariances of inducing inputs, is computed once. Not thread-safe.
 */
final class DeepProcessDraws implements PredictionDraws {

    /** Number of draws of the inner layers by which a row is predicted; the paper's. */
    private static final int DRAWS = 100;

    private final DeepProcess process;
    private final DeepProcessTape rows;
    private final List<DeepProcessTape.LayerFactors> layers;
    private final List<double[]> normals = new ArrayList<>();
    private final int draws;
    private double[] mean = {};
    private double[] variance = {};

    /** Makes the draws of a process, which are equal for equal fits. */
    public DeepProcessDraws(DeepProcess process, DenseKernel kernel) {
        DeepProcessShape shape = process.shape();
        this.process = process;
        this.rows = new DeepProcessTape(shape, kernel);
        this.layers = new DeepProcessTape(shape, kernel).layerFactors(process.values(), false);
        this.draws = shape.layers() == 1 ? 1 : DRAWS;
        for (int l = 0; l < shape.layers() - 1; l++) {
            double[] layer = new double[draws * shape.columns()];
            for (int i = 0; i < layer.length; i++) {
                layer[i] = AddressedRandom.normal(
                        process.seed(), RandomUse.NETWORK_DRAWS.address(), l, i / shape.columns(), i % shape.columns());
            }
            normals.add(layer);
        }
    }

    @Override
    public int count() {
        return draws;
    }

    @Override
    public void moveTo(double[] row) {
        int columns = process.shape().columns();
        double[] x = new double[draws * columns];
        for (int s = 0; s < draws; s++) {
            System.arraycopy(row, 1, x, s * columns, columns);
        }
        rows.tape().clear();
        Matrix all = rows.tape().constant(x, draws, columns);
        DeepProcessTape.Outputs outputs = rows.forward(layers, all, normals::get);
        mean = outputs.mean().values();
        variance = outputs.variance().values();
    }

    @Override
    public double labelMean(int s) {
        return mean[s];
    }

    @Override
    public double variance(int s) {
        return variance[s];
    }

    @Override
    public double noiseVariance(int s) {
        return Math.exp(2 * process.values()[process.shape().logNoiseOffset()]);
    }
}
