package io.credence.network.dense;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.NormalTail;
import java.util.Objects;

/**
 * Mean, mean square and variance of h = max(0, a) for a ~ N(m, v): with z = m/√v, E h = m Φ(z) + √v φ(z), E h² = (m² + v) Φ(z) +
 * m √v φ(z), and their slopes, in closed form.
 */
final class ReluMoments implements HiddenUnits {

    private static final double ROOT = 1 / Math.sqrt(2 * Math.PI);

    private final DenseKernel kernel;
    private final double[] sd;
    private final double[] exponent;
    private final double[] density;
    private final double[] cdf;

    /** Allocates a workspace for so many numbers, units times rows. */
    ReluMoments(DenseKernel kernel, int numbers) {
        this.kernel = kernel;
        this.sd = new double[numbers];
        this.exponent = new double[numbers];
        this.density = new double[numbers];
        this.cdf = new double[numbers];
    }

    @Override
    public void forward(LayerSums in, UnitMoments out, int rows, long step) {
        int count = in.units * rows;
        double[] variance = Objects.requireNonNull(out.variance);
        for (int i = 0; i < count; i++) {
            sd[i] = Math.sqrt(in.covariance[i]);
            double z = in.mean[i] / sd[i];
            cdf[i] = z;
            exponent[i] = -0.5 * z * z;
        }
        kernel.exp(exponent, 0, count, density);
        for (int i = 0; i < count; i++) {
            double z = cdf[i];
            double upper = density[i] * NormalTail.ratio(Math.abs(z));
            cdf[i] = z > 0 ? 1 - upper : upper;
            density[i] *= ROOT;
        }
        out.begin(rows);
        for (int i = 0; i < count; i++) {
            double m = in.mean[i];
            double mean = m * cdf[i] + sd[i] * density[i];
            double square = (m * m + in.covariance[i]) * cdf[i] + m * sd[i] * density[i];
            out.mean[rows + i] = mean;
            out.square[rows + i] = square;
            variance[rows + i] = Math.max(0, square - mean * mean);
        }
    }

    @Override
    public void backward(LayerSums in, UnitMoments out, int rows) {
        int count = in.units * rows;
        double[] variance = Objects.requireNonNull(out.variance);
        double[] varianceSlope = Objects.requireNonNull(out.varianceSlope);
        for (int i = 0; i < count; i++) {
            double mean = out.mean[rows + i];
            double ofVariance = variance[rows + i] > 0 ? varianceSlope[rows + i] : 0;
            double ofSquare = out.squareSlope[rows + i] + ofVariance;
            double ofMean = out.meanSlope[rows + i] - 2 * mean * ofVariance;
            in.meanSlope[i] = ofMean * cdf[i] + 2 * ofSquare * mean;
            in.covarianceSlope[i] = 0.5 * ofMean * density[i] / sd[i] + ofSquare * cdf[i];
        }
    }
}
