package io.credence.fit.regression;

import io.credence.linalg.DenseKernel;
import io.credence.linalg.Products;
import io.credence.linalg.SymmetricEigen;

/**
 * Weighted least-squares regression of gradients of log p on draws, r ≈ b + K z. The symmetric slope K is shrunk
 * towards a known one. At a stationary Gaussian its slope is the expected Hessian, as Stein's average of the same draws
 * estimates it, but the quadratic part of log p adds no noise (stochastic linear regression: Salimans and Knowles
 * 2013). Draws and gradients are those in the posterior's own units, z = L⁻¹(θ − μ) and r = Lᵀ∇log p.
 */
final class GradientRegression {
    // A common factor of the known slope is fitted without a penalty, within these limits: where all curvatures have
    // changed by one factor, a ridge would pull the slope back to where it was and the fit would stop short.
    private static final double LEAST_FACTOR = -0.9;
    private static final double MOST_FACTOR = 9;

    private final DenseKernel kernel;
    private final int d;
    private final double[] known;
    private final double factor;
    private final SymmetricEigen gram;
    private final double[] cross;

    /**
     * A regression of gradients r on draws z with a known slope.
     *
     * @param kernel multiplies matrices
     * @param z draws, n × d
     * @param r gradients there, n × d
     * @param weights weights of the draws, n numbers
     * @param n number of draws used, from the first
     * @param known known slope K₀, symmetric, d × d
     */
    public GradientRegression(
            DenseKernel kernel, double[] z, double[] r, double[] weights, int n, double[] known, int d) {
        this.kernel = kernel;
        this.d = d;
        this.known = known;
        double[] centred = centred(z, weights, n);
        double[] explained = Products.times(kernel, centred, n, d, known, d);
        double[] left = r.clone();
        double[] ofKnown = Products.times(kernel, z, n, d, known, d);
        for (int i = 0; i < n * d; i++) {
            left[i] -= ofKnown[i];
        }
        left = centred(left, weights, n);
        this.factor = factor(explained, left, weights, n);
        for (int i = 0; i < n * d; i++) {
            left[i] -= factor * explained[i];
        }
        double[] square =
                Products.symmetrize(Products.weightedCrossProduct(kernel, centred, n, d, weights, centred, d), d);
        this.gram = SymmetricEigen.decompose(square, d);
        double[] product = Products.weightedCrossProduct(kernel, centred, n, d, weights, left, d);
        for (int i = 0; i < d; i++) {
            for (int j = 0; j <= i; j++) {
                double both = product[i * d + j] + product[j * d + i];
                product[i * d + j] = both;
                product[j * d + i] = both;
            }
        }
        double[] basis = gram.transposedVectors();
        this.cross = Products.congruence(kernel, basis, product, d);
    }

    private double[] centred(double[] rows, double[] weights, int n) {
        double[] mean = new double[d];
        double total = 0;
        for (int s = 0; s < n; s++) {
            total += weights[s];
            for (int j = 0; j < d; j++) {
                mean[j] += weights[s] * rows[s * d + j];
            }
        }
        double[] centred = new double[n * d];
        for (int s = 0; s < n; s++) {
            for (int j = 0; j < d; j++) {
                centred[s * d + j] = rows[s * d + j] - mean[j] / total;
            }
        }
        return centred;
    }

    private double factor(double[] explained, double[] left, double[] weights, int n) {
        double inner = 0;
        double squares = 0;
        for (int s = 0; s < n; s++) {
            for (int j = s * d; j < (s + 1) * d; j++) {
                inner += weights[s] * explained[j] * left[j];
                squares += weights[s] * explained[j] * explained[j];
            }
        }
        return squares > 0 ? Math.min(MOST_FACTOR, Math.max(LEAST_FACTOR, inner / squares)) : 0;
    }

    /**
     * Slope K by symmetric ridge regression of the residuals of the known slope times its factor. It solves a Lyapunov
     * equation in the eigenvectors of the draws' second moments.
     *
     * @param ridge ρ, the weight in draws per dimension that a zero has, at least 0
     */
    public double[] slope(double ridge) {
        double[] e = gram.eigenvalues();
        double[] inBasis = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                inBasis[i * d + j] = cross[i * d + j] / (Math.max(0, e[i]) + Math.max(0, e[j]) + 2 * ridge * d);
            }
        }
        double[] basis = gram.transposedVectors();
        double[] right = Products.times(kernel, inBasis, d, d, basis, d);
        double[] change = Products.times(kernel, Products.transposed(basis, d, d), d, d, right, d);
        for (int i = 0; i < change.length; i++) {
            change[i] += (1 + factor) * known[i];
        }
        return Products.symmetrize(change, d);
    }
}
