package io.credence.network.process;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.Products;
import io.credence.linalg.Triangular;
import io.credence.linalg.Vectors;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Natural-gradient step of a normal N(m, TTᵀ) with T at log-Cholesky coordinates (Salimbeni, Eleftheriadis and Hensman
 * 2018, "Natural gradients in practice"). It goes along a straight line of natural parameters: a step of size 1 lands on
 * the minimum where the loss is quadratic and the divergence that of Kullback and Leibler.
 */
final class NaturalStep {
    // With slopes g in m and T̄ in T, and f the size times the number of rows, the precision becomes
    // T⁻ᵀ M T⁻¹, M = I + f (Φ + Φᵀ), Φ the lower triangle of TᵀT̄ with half the diagonal, and the mean
    // m − f S g with the new covariance S. So T becomes T V with VVᵀ = M⁻¹, V lower triangular.

    private NaturalStep() {}

    /**
     * Moves the means and coordinates and clears the gradient in them. The means become NaN where the covariance would not
     * be finite.
     *
     * @param at index of the means, which the coordinates follow
     * @param n number of means
     * @param factor size of the step, times the factor by which the gradient is that of the evidence lower bound
     */
    static void move(DenseKernel kernel, double[] values, double[] gradient, int at, int n, double factor) {
        int coordinatesAt = at + n;
        double[] root = Triangular.ofLogCholesky(values, coordinatesAt, n);
        double[] slope = Triangular.gradientInEntries(gradient, coordinatesAt, root, n);
        double[] product = Products.times(kernel, Products.transposed(root, n, n), n, n, slope, n);
        double[] change = change(kernel, product, n, factor);
        if (change == null) {
            Arrays.fill(values, at, coordinatesAt, Double.NaN);
            return;
        }
        double[] moved = Triangular.lowerProduct(root, change, n);
        double[] meanSlope = Arrays.copyOfRange(gradient, at, coordinatesAt);
        double[] meanMove = Triangular.times(moved, n, Triangular.transposedTimes(moved, n, meanSlope));
        for (int i = 0; i < n; i++) {
            values[at + i] -= factor * meanMove[i];
        }
        double[] coordinates = Triangular.toLogCholesky(moved, n);
        System.arraycopy(coordinates, 0, values, coordinatesAt, coordinates.length);
        Arrays.fill(gradient, at, coordinatesAt + coordinates.length, 0);
    }

    /** The factor V of M⁻¹; null where it is not finite. */
    private static double @Nullable [] change(DenseKernel kernel, double[] product, int n, double factor) {
        double[] m = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                m[i * n + j] = factor * product[i * n + j] + (i == j ? 1 : 0);
                m[j * n + i] = m[i * n + j];
            }
        }
        double[] own = m.clone();
        if (kernel.cholesky(own, n) != 0) {
            // beyond the cone of precisions: the retraction ½(I + M²) agrees to first order and is definite
            own = Vectors.scaled(0.5, Products.times(kernel, m, n, n, m, n));
            for (int i = 0; i < n; i++) {
                own[i * n + i] += 0.5;
            }
            if (kernel.cholesky(own, n) != 0) {
                return null;
            }
        }
        double[] inverse = new double[n * n];
        double[] covariance = new double[n * n];
        kernel.invertTriangular(own, n, inverse);
        kernel.transposedProduct(inverse, n, covariance);
        return kernel.cholesky(covariance, n) == 0 ? covariance : null;
    }
}
