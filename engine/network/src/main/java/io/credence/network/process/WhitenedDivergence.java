package io.credence.network.process;

import io.credence.autodiff.Matrix;
import io.credence.autodiff.MatrixTape;
import io.credence.divergence.Divergence;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.FullGaussian;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Products;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import java.util.Arrays;

/** Divergence of N(m, TTᵀ) from N(0, I), as an operation of a tape. */
final class WhitenedDivergence {

    private WhitenedDivergence() {}

    /**
     * Computes the divergence, one number.
     *
     * @param divergence a divergence of Gaussians
     * @param mean m, a column
     * @param root T, lower triangular with a positive diagonal
     */
    static Matrix of(MatrixTape tape, Divergence divergence, Matrix mean, Matrix root) {
        int n = mean.rows();
        double[] meanSlope = new double[n];
        double[] rootSlope = new double[n * n];
        double factor = divergence instanceof KullbackLeibler plain ? 1 / plain.weight() : 1;
        double value = divergence instanceof KullbackLeibler
                ? factor * kullbackLeibler(mean.values(), root.values(), meanSlope, rootSlope)
                : general(tape.kernel(), divergence, mean.values(), root.values(), meanSlope, rootSlope);
        return tape.recordOperation(
                1,
                1,
                new double[] {value},
                slopes -> {
                    Vectors.addScaled(tape.slopes(mean), factor * slopes[0], meanSlope);
                    Vectors.addScaled(tape.slopes(root), factor * slopes[0], rootSlope);
                },
                mean,
                root);
    }

    private static double kullbackLeibler(double[] mean, double[] root, double[] meanSlope, double[] rootSlope) {
        int n = mean.length;
        System.arraycopy(mean, 0, meanSlope, 0, n);
        System.arraycopy(root, 0, rootSlope, 0, n * n);
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += mean[i] * mean[i] - 1 - 2 * Math.log(root[i * n + i]);
            rootSlope[i * n + i] -= 1 / root[i * n + i];
        }
        for (double entry : root) {
            sum += entry * entry;
        }
        return 0.5 * sum;
    }

    private static double general(
            DenseKernel kernel,
            Divergence divergence,
            double[] mean,
            double[] root,
            double[] meanSlope,
            double[] rootSlope) {
        int n = mean.length;
        double[] inverse = new double[n * n];
        double[] precision = new double[n * n];
        kernel.invertTriangular(root, n, inverse);
        kernel.transposedProduct(inverse, n, precision);
        FullGaussian q = FullGaussian.of(kernel, mean, Symmetric.pack(precision, n));
        FullGaussian prior = FullGaussian.around(kernel, new double[n], Vectors.ones(n));
        if (q == null) {
            Arrays.fill(meanSlope, Double.NaN);
            return Double.NaN;
        }
        Divergence.DivergenceGradient slope = divergence.gradient(q, prior);
        System.arraycopy(slope.meanGradient(), 0, meanSlope, 0, n);
        double[] inCovariance = Symmetric.unpack(slope.covarianceGradient(q), n);
        double[] twice = Products.times(kernel, inCovariance, n, n, root, n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                rootSlope[i * n + j] = 2 * twice[i * n + j];
            }
        }
        return divergence.between(q, prior);
    }
}
