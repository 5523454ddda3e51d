package io.credence.linalg;

import org.jspecify.annotations.Nullable;

/**
 * Cholesky factorisation P = CCᵀ of a positive definite matrix, with inverses, products and solutions computed from it.
 * Immutable; callers must not change the arrays they are given.
 */
public final class Cholesky {

    private static final double COLLINEAR = 1e-9;
    /** Share of a diagonal entry that rounding leaves of a pivot which is zero. */
    private static final double ROUNDING = 1e-14;

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
     * Lower triangular L with LLᵀ = P⁻¹, from the factorisation of P with its rows and columns in reverse order.
     *
     * @return null if the matrix is not positive definite, or not finite
     */
    public static double @Nullable [] rootOfInverse(DenseKernel kernel, double[] matrix, int n) {
        double[] reversed = new double[n * n];
        for (int at = 0; at < reversed.length; at++) {
            reversed[at] = matrix[reversed.length - 1 - at];
        }
        Cholesky root = of(kernel, reversed, n);
        if (root == null) {
            return null;
        }
        double[] lower = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                lower[i * n + j] = root.inverseFactor()[(n - 1 - j) * n + n - 1 - i];
            }
        }
        return lower;
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
        return Triangular.solve(factor, n, b);
    }

    /** Solution C⁻ᵀ b, by backward substitution. */
    public double[] solveTransposed(double[] b) {
        return Triangular.solveTransposed(factor, n, b);
    }

    /** Product C v. */
    public double[] multiplyByFactor(double[] v) {
        return Triangular.times(factor, n, v);
    }

    /** Product Cᵀ v. */
    public double[] multiplyByTransposedFactor(double[] v) {
        return Triangular.transposedTimes(factor, n, v);
    }

    /**
     * Replaces the lower triangle of a small matrix, n × n from {@code at}, by its Cholesky factor, and clears the upper
     * one.
     *
     * @return 0, or the 1-based order of the first leading minor that is not positive; {@code a} is then spoilt
     */
    public static int factorInPlace(double[] a, int at, int n) {
        for (int j = 0; j < n; j++) {
            double pivot = a[at + j * n + j];
            for (int t = 0; t < j; t++) {
                pivot -= a[at + j * n + t] * a[at + j * n + t];
            }
            if (!(pivot > 0) || Double.isInfinite(pivot)) {
                return j + 1;
            }
            double root = Math.sqrt(pivot);
            a[at + j * n + j] = root;
            for (int i = j + 1; i < n; i++) {
                double sum = a[at + i * n + j];
                for (int t = 0; t < j; t++) {
                    sum -= a[at + i * n + t] * a[at + j * n + t];
                }
                a[at + i * n + j] = sum / root;
                a[at + j * n + i] = 0;
            }
        }
        return 0;
    }

    /**
     * Replaces a small matrix, n × n from {@code at}, by its inverse; both triangles.
     *
     * @return false if it is not positive definite; {@code a} is then spoilt
     */
    public static boolean invertInPlace(double[] a, int at, int n) {
        if (factorInPlace(a, at, n) != 0) {
            return false;
        }
        double[] inverse = Symmetric.scaledIdentity(n, 1);
        Triangular.solve(a, at, n, inverse, 0, n);
        Triangular.solveTransposed(a, at, n, inverse, 0, n);
        System.arraycopy(inverse, 0, a, at, n * n);
        return true;
    }

    /** Computes the lower triangle of a root of a small matrix, with pivots that are lost in rounding taken as zero. */
    public static void semidefiniteRoot(double[] matrix, int at, int n, double[] root) {
        semidefiniteRoot(matrix, at, n, ROUNDING, root);
    }

    /**
     * Computes the lower triangle of a root R of a small positive semidefinite matrix RRᵀ. R may take the matrix's
     * place.
     *
     * @param matrix matrix, n × n from {@code at}, of which the lower triangle is read
     * @param tolerance share of its diagonal entry up to which a pivot counts as zero; its column of R is then zero
     */
    public static void semidefiniteRoot(double[] matrix, int at, int n, double tolerance, double[] root) {
        for (int i = 0; i < n; i++) {
            double size = matrix[at + i * n + i];
            double pivot = size;
            for (int j = 0; j < i; j++) {
                double sum = matrix[at + i * n + j];
                for (int t = 0; t < j; t++) {
                    sum -= root[i * n + t] * root[j * n + t];
                }
                double own = root[j * n + j];
                root[i * n + j] = own == 0 ? 0 : sum / own;
                pivot -= root[i * n + j] * root[i * n + j];
            }
            root[i * n + i] = pivot <= tolerance * size ? 0 : Math.sqrt(pivot); // NaN stays NaN
        }
    }
}
