package io.credence.linalg;

import org.jspecify.annotations.Nullable;

/**
 * Cholesky factorisation P = CCᵀ of a positive definite matrix, with inverses, products and solutions computed from it.
 * Immutable; callers must not change the arrays they are given.
 */
public final class Cholesky {

    private static final double COLLINEAR = 1e-9;

    private final DenseKernel kernel;
    private final double[] factor;
    private final int n;
    private double @Nullable [] inverseFactor;
    private double @Nullable [] inverse;
    /**
     * Log determinant; null until it is first requested. It is then kept, since densities at thousands of points
     * request it.
     */
    private @Nullable Double logDeterminant;

    private Cholesky(DenseKernel kernel, double[] factor, int n) {
        this.kernel = kernel;
        this.factor = factor;
        this.n = n;
    }

    /**
     * The factorisation of a matrix of which the lower triangle is read.
     *
     * @return the factorisation; null if the matrix is not positive definite, or not finite
     */
    public static @Nullable Cholesky of(DenseKernel kernel, double[] matrix, int n) {
        double[] copy = matrix.clone();
        return kernel.cholesky(copy, n) == 0 ? new Cholesky(kernel, copy, n) : null;
    }

    /**
     * The factorisation of CCᵀ.
     *
     * @param factor factor C, row-major, lower triangular with a positive diagonal
     */
    public static Cholesky ofFactor(DenseKernel kernel, double[] factor, int n) {
        for (int i = 0; i < n; i++) {
            if (!(factor[i * n + i] > 0)) {
                throw new IllegalArgumentException("the diagonal of a Cholesky factor must be positive but is "
                        + factor[i * n + i] + " in row " + i);
            }
        }
        return new Cholesky(kernel, factor, n);
    }

    /** Order of the matrix. */
    public int order() {
        return n;
    }

    /** Factor C, lower triangular. */
    public double[] factor() {
        return factor;
    }

    /** Inverse factor C⁻¹, lower triangular. */
    public synchronized double[] inverseFactor() {
        double[] result = inverseFactor;
        if (result == null) {
            result = new double[n * n];
            kernel.invertTriangular(factor, n, result);
            inverseFactor = result;
        }
        return result;
    }

    /** Inverse P⁻¹, both triangles. */
    public synchronized double[] inverse() {
        double[] result = inverse;
        if (result == null) {
            result = new double[n * n];
            kernel.transposedProduct(inverseFactor(), n, result);
            inverse = result;
        }
        return result;
    }

    /**
     * Whether P is nearly singular: some row is so well explained by those before it that 1 − R² is below 1e-9. P in
     * double precision has then lost more than nine digits of the rest.
     *
     * @param packed packed P
     */
    public boolean isNearlySingular(double[] packed) {
        for (int i = 0; i < n; i++) {
            double pivot = factor[i * n + i];
            if (pivot * pivot < COLLINEAR * packed[Symmetric.packedLength(i) + i]) {
                return true;
            }
        }
        return false;
    }

    /** Factor C with its rows divided by the given divisors. */
    public double[] factorWithScaledRows(double[] divisors) {
        double[] divided = factor.clone();
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                divided[i * n + j] /= divisors[i];
            }
        }
        return divided;
    }

    /** Log determinant log |P|. */
    public double logDeterminant() {
        Double known = logDeterminant;
        if (known == null) {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += Math.log(factor[i * n + i]);
            }
            known = 2 * sum;
            logDeterminant = known;
        }
        return known;
    }

    /** Solution P⁻¹ b, by forward and backward substitution. */
    public double[] solve(double[] b) {
        return solveTransposed(solveFactor(b));
    }

    /** Solution C⁻¹ b, by forward substitution. */
    public double[] solveFactor(double[] b) {
        double[] x = b.clone();
        for (int i = 0; i < n; i++) {
            x[i] = (x[i] - Axpy.dot(factor, i * n, x, i)) / factor[i * n + i];
        }
        return x;
    }

    /** Solution C⁻ᵀ b, by backward substitution. */
    public double[] solveTransposed(double[] b) {
        double[] x = b.clone();
        for (int i = n - 1; i >= 0; i--) {
            x[i] /= factor[i * n + i];
            Axpy.addScaled(x, 0, -x[i], factor, i * n, i);
        }
        return x;
    }

    /** Product C v. */
    public double[] multiplyByFactor(double[] v) {
        double[] product = new double[n];
        for (int i = 0; i < n; i++) {
            product[i] = Axpy.dot(factor, i * n, v, i + 1);
        }
        return product;
    }

    /** Product Cᵀ v. */
    public double[] multiplyByTransposedFactor(double[] v) {
        double[] product = new double[n];
        for (int i = 0; i < n; i++) {
            Axpy.addScaled(product, 0, v[i], factor, i * n, i + 1);
        }
        return product;
    }
}
