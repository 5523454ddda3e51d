package io.credence.model;

import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Triangular;
import java.util.ArrayList;
import java.util.List;

/**
 * Transform to covariance matrices of order n, from the n(n + 1)/2 coordinates of their Cholesky factor
 * ({@linkplain Triangular log-Cholesky}). The matrix has all n² entries, row-major. The log-Jacobian, taken to the entries on and below
 * the diagonal, is n log 2 + Σ_i (n − i + 2) u_ii with i from 1.
 *
 * @param order order n, at least 1
 */
record CovarianceTransform(int order) implements Transform {

    CovarianceTransform {
        ElementTransform.requireSize(order, 1, "a covariance matrix");
    }

    @Override
    public int unconstrained() {
        return Triangular.index(order, 0);
    }

    @Override
    public int constrained() {
        return order * order;
    }

    @Override
    public List<String> names(String name) {
        return entryNames(name, order);
    }

    @Override
    public List<String> unconstrainedNames(String name) {
        return entryNames("free(" + name + ")", 0);
    }

    /** Names of the entries of rows up to their diagonal, or to {@code columns} where these are more. */
    private List<String> entryNames(String name, int columns) {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= order; i++) {
            for (int j = 1; j <= Math.max(i, columns); j++) {
                names.add(name + "[" + i + "," + j + "]");
            }
        }
        return names;
    }

    @Override
    public void constrain(double[] u, int at, double[] x, int xAt) {
        double[] factor = Triangular.ofLogCholesky(u, at, order);
        double[] covariance = Symmetric.unpack(Triangular.packedSquare(factor, order), order);
        System.arraycopy(covariance, 0, x, xAt, covariance.length);
    }

    @Override
    public void unconstrain(double[] x, int xAt, double[] u, int at) {
        double[] matrix = new double[order * order];
        System.arraycopy(x, xAt, matrix, 0, matrix.length);
        Cholesky cholesky = Cholesky.of(JavaDenseKernel.INSTANCE, matrix, order);
        if (cholesky == null) {
            throw new IllegalArgumentException("a covariance matrix must be positive definite but is not");
        }
        double[] coordinates = Triangular.toLogCholesky(cholesky.factor(), order);
        System.arraycopy(coordinates, 0, u, at, coordinates.length);
    }

    @Override
    public double logJacobian(double[] u, int at) {
        double sum = order * Math.log(2);
        for (int i = 0; i < order; i++) {
            sum += (order - i + 1) * u[at + Triangular.index(i, i)];
        }
        return sum;
    }

    @Override
    public void addLogJacobianGradient(double[] u, int at, double[] gradient, int gradientAt) {
        for (int i = 0; i < order; i++) {
            gradient[gradientAt + Triangular.index(i, i)] += order - i + 1;
        }
    }

    /** Adds (G + Gᵀ) C, taken to the coordinates of the Cholesky factor C. */
    @Override
    public void addPullback(double[] u, int at, double[] slopes, int slopesAt, double[] gradient, int gradientAt) {
        double[] factor = Triangular.ofLogCholesky(u, at, order);
        double[] inFactor = new double[order * order];
        for (int i = 0; i < order; i++) {
            for (int j = 0; j <= i; j++) {
                for (int k = j; k < order; k++) {
                    double both = slopes[slopesAt + i * order + k] + slopes[slopesAt + k * order + i];
                    inFactor[i * order + j] += both * factor[k * order + j];
                }
            }
        }
        double[] own = Triangular.gradientInLogCholesky(inFactor, factor, order);
        for (int e = 0; e < own.length; e++) {
            gradient[gradientAt + e] += own[e];
        }
    }
}
