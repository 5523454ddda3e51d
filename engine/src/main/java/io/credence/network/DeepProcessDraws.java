package io.credence.network;

import io.credence.autodiff.Matrix;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.NormalTail;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import io.credence.statistics.LogSums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Rows under a deep Gaussian process, by draws of its inner layers: what does not depend on rows, such as factors of covariances of inducing
 * inputs, is computed once. Not thread-safe.
 */
public final class DeepProcessDraws {

    /** Draws of the inner layers by which a row is predicted; the paper's. */
    private static final int DRAWS = 100;

    private final DeepProcess process;
    private final DeepProcessTape rows;
    private final List<DeepProcessTape.LayerFactors> layers;
    private final List<double[]> normals = new ArrayList<>();
    private final int draws;

    /**
     * Of a row's function value an even mixture of normals, one for each draw of the inner layers, in the units of the labels.
     *
     * @param mean of each
     * @param variance of each, without noise
     * @param noise variance of a label around it
     */
    public record Mixture(double[] mean, double[] variance, double noise) {

        /** Log density of a label. */
        public double logDensity(double label) {
            double[] logs = new double[mean.length];
            Arrays.setAll(logs, s -> {
                double all = variance[s] + noise;
                return -0.5 * (GaussianNoise.LOG_TWO_PI + Math.log(all) + (label - mean[s]) * (label - mean[s]) / all);
            });
            return LogSums.of(logs) - Math.log(logs.length);
        }

        /** Probability of a smaller label. */
        double below(double label) {
            return IntStream.range(0, mean.length)
                    .mapToDouble(s -> NormalTail.cdf((label - mean[s]) / Math.sqrt(variance[s] + noise)))
                    .average()
                    .orElseThrow();
        }
    }

    /** The draws of that process: the same for the same fit. */
    public DeepProcessDraws(DeepProcess process, DenseKernel kernel) {
        DeepProcessShape shape = process.shape();
        this.process = process;
        this.rows = new DeepProcessTape(shape, kernel);
        this.layers = new DeepProcessTape(shape, kernel).layers(process.values(), false);
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

    /**
     * The predictions of a row.
     *
     * @param features in the units as given, a leading 1 included
     */
    public Mixture predict(double[] features) {
        Standardisation units = process.units();
        if (features.length != units.columns()) {
            throw new IllegalArgumentException(
                    "a row must have " + units.columns() + " columns, found " + features.length);
        }
        double[] row = features.clone();
        units.standardise(row);
        int columns = process.shape().columns();
        double[] x = new double[draws * columns];
        for (int s = 0; s < draws; s++) {
            System.arraycopy(row, 1, x, s * columns, columns);
        }
        rows.tape().clear();
        Matrix all = rows.tape().constant(x, draws, columns);
        DeepProcessTape.Outputs outputs = rows.forward(layers, all, normals::get);
        double sd = units.labelSd();
        double[] mean = new double[draws];
        double[] variance = new double[draws];
        for (int s = 0; s < draws; s++) {
            mean[s] = units.labelMean() + sd * outputs.mean().values()[s];
            variance[s] = sd * sd * outputs.variance().values()[s];
        }
        double logNoise = process.values()[process.shape().noise()];
        return new Mixture(mean, variance, sd * sd * Math.exp(2 * logNoise));
    }
}
