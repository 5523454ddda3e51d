package io.credence.linalg;

import java.util.Arrays;

/**
 * Eigendecomposition A = Q diag(λ) Qᵀ of a symmetric matrix, with eigenvalues λ and orthonormal eigenvectors. It uses
 * Householder's reduction to tridiagonal form, then implicit QL steps (Golub and Van Loan, Matrix Computations, 8.3).
 * It is pure Java, so that results do not depend on a library.
 */
public final class SymmetricEigen {
    // Rows are arrays of their own and eigenvectors are kept as rows: every inner loop then runs along two distinct
    // arrays and vectorises.

    /** Smallest eigenvalue of a curvature that is told from 0, as a share of the largest. */
    public static final double NEGLIGIBLE = 1e-10;

    private static final int MOST_SWEEPS = 60;
    private static final double UNIT = Math.ulp(1.0);

    private final double[] values;
    private final double[][] vectors;

    private SymmetricEigen(double[] values, double[][] vectors) {
        this.values = values;
        this.vectors = vectors;
    }

    /**
     * Decomposes a matrix of which both triangles are given.
     *
     * @param matrix n × n, row-major, finite
     * @throws IllegalArgumentException if a number is not finite
     */
    public static SymmetricEigen decompose(double[] matrix, int n) {
        double[][] a = new double[n][];
        double largest = 0;
        for (int i = 0; i < n; i++) {
            a[i] = Arrays.copyOfRange(matrix, i * n, (i + 1) * n);
            for (double x : a[i]) {
                if (!Double.isFinite(x)) {
                    throw new IllegalArgumentException(
                            "eigenvalues are those of finite matrices but row " + i + " has the number " + x);
                }
                largest = Math.max(largest, Math.abs(x));
            }
        }
        // By a power of two, which rounds nothing: squares of very small or large numbers leave the range of doubles.
        int exponent = Math.max(Double.MIN_EXPONENT, Math.getExponent(largest));
        for (double[] row : a) {
            scale(row, -exponent);
        }
        double[] diagonal = new double[n];
        double[] beside = new double[n];
        double[][] q = reduceToTridiagonal(a, diagonal, beside, n);
        diagonalise(diagonal, beside, q, n);
        scale(diagonal, exponent);
        return new SymmetricEigen(diagonal, q);
    }

    private static void scale(double[] row, int exponent) {
        for (int i = 0; i < row.length; i++) {
            row[i] = Math.scalb(row[i], exponent);
        }
    }

    /** Eigenvalues λ, in no order; not to be changed. */
    public double[] eigenvalues() {
        return values;
    }

    /** Coordinates Qᵀv of a vector in the eigenbasis. */
    public double[] toBasis(double[] v) {
        double[] result = new double[v.length];
        for (int i = 0; i < v.length; i++) {
            result[i] = Axpy.dot(vectors[i], 0, v, v.length);
        }
        return result;
    }

    /** Vector Q v from coordinates in the eigenbasis. */
    public double[] fromBasis(double[] v) {
        double[] result = new double[v.length];
        for (int i = 0; i < v.length; i++) {
            Axpy.addScaled(result, 0, v[i], vectors[i], 0, v.length);
        }
        return result;
    }

    /** Matrix Qᵀ, row-major: an eigenvector in each row. */
    public double[] transposedVectors() {
        int n = values.length;
        double[] all = new double[n * n];
        for (int i = 0; i < n; i++) {
            System.arraycopy(vectors[i], 0, all, i * n, n);
        }
        return all;
    }

    /**
     * Inverse of the matrix with each eigenvalue replaced by its absolute value, and by {@link #NEGLIGIBLE} times the
     * largest where that is larger: the inverse curvature at a maximum, made of second derivatives anywhere.
     */
    public double[] absoluteInverse() {
        double largest = Arrays.stream(values).map(Math::abs).max().orElse(1);
        return matrixWithEigenvalues(Arrays.stream(values)
                .map(value -> 1 / Math.max(Math.abs(value), NEGLIGIBLE * largest))
                .toArray());
    }

    /** Matrix Q diag(other) Qᵀ with other eigenvalues, both triangles, symmetric to the bit. */
    public double[] matrixWithEigenvalues(double[] other) {
        int n = values.length;
        double[] sum = new double[n * n];
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                Axpy.addScaled(sum, i * n, other[k] * vectors[k][i], vectors[k], 0, i + 1);
            }
        }
        Symmetric.fillUpper(sum, n);
        return sum;
    }

    /**
     * Reduces {@code a} to diagonal and subdiagonal ({@code beside[i]} between i and i + 1), and returns the transposed
     * basis.
     */
    private static double[][] reduceToTridiagonal(double[][] a, double[] diagonal, double[] beside, int n) {
        double[] scale = new double[n];
        for (int k = 0; k + 2 < n; k++) {
            scale[k] = reflect(a, beside, k, n);
        }
        for (int i = 0; i < n; i++) {
            diagonal[i] = a[i][i];
        }
        if (n > 1) {
            beside[n - 2] = a[n - 2][n - 1];
        }
        double[][] basis = new double[n][n];
        for (int i = 0; i < n; i++) {
            basis[i][i] = 1;
        }
        for (int k = n - 3; k >= 0; k--) {
            if (scale[k] != 0) {
                applyReflection(basis, a[k], scale[k], k + 1, n);
            }
        }
        return transposed(basis, n);
    }

    /**
     * Applies one Householder reflection, whose vector is left in row k from k + 1 on. Returns 2/|v|², or 0 where
     * nothing was to be done.
     */
    private static double reflect(double[][] a, double[] beside, int k, int n) {
        double[] v = a[k];
        double squares = 0;
        for (int j = k + 2; j < n; j++) {
            squares += v[j] * v[j];
        }
        if (squares == 0) {
            beside[k] = v[k + 1];
            return 0;
        }
        double length = Math.sqrt(squares + v[k + 1] * v[k + 1]);
        double end = v[k + 1] > 0 ? -length : length;
        v[k + 1] -= end;
        beside[k] = end;
        double scale = 2 / (squares + v[k + 1] * v[k + 1]);
        double[] w = new double[n];
        double inner = 0;
        for (int i = k + 1; i < n; i++) {
            Axpy.addScaled(w, k + 1, scale * v[i], a[i], k + 1, n - k - 1);
        }
        for (int i = k + 1; i < n; i++) {
            inner += w[i] * v[i];
        }
        for (int i = k + 1; i < n; i++) {
            w[i] -= 0.5 * scale * inner * v[i];
        }
        for (int i = k + 1; i < n; i++) {
            double vi = v[i];
            double wi = w[i];
            double[] row = a[i];
            for (int j = k + 1; j < n; j++) {
                row[j] -= vi * w[j] + wi * v[j];
            }
        }
        return scale;
    }

    private static void applyReflection(double[][] basis, double[] v, double scale, int first, int n) {
        double[] inner = new double[n];
        for (int i = first; i < n; i++) {
            Axpy.addScaled(inner, first, v[i], basis[i], first, n - first);
        }
        for (int i = first; i < n; i++) {
            Axpy.addScaled(basis[i], first, -scale * v[i], inner, first, n - first);
        }
    }

    private static double[][] transposed(double[][] a, int n) {
        double[][] result = new double[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                result[j][i] = a[i][j];
            }
        }
        return result;
    }

    private static void diagonalise(double[] diagonal, double[] beside, double[][] vectors, int n) {
        double negligible = 0;
        for (int i = 0; i < n; i++) {
            negligible = Math.max(negligible, UNIT * (Math.abs(diagonal[i]) + Math.abs(beside[i])));
        }
        for (int low = 0; low < n; low++) {
            int high = blockEnd(beside, negligible, low, n);
            for (int sweep = 0; high > low; sweep++) {
                if (sweep == MOST_SWEEPS) {
                    throw new IllegalStateException("an eigenvalue was not found in " + MOST_SWEEPS + " sweeps");
                }
                stepImplicitQl(diagonal, beside, vectors, low, high);
                high = blockEnd(beside, negligible, low, n);
            }
        }
    }

    /** The last index of the block that begins at {@code low} and is not cut by a negligible subdiagonal entry. */
    private static int blockEnd(double[] beside, double negligible, int low, int n) {
        int high = low;
        while (high < n - 1 && Math.abs(beside[high]) > negligible) {
            high++;
        }
        return high;
    }

    /** Performs one implicit QL step with Wilkinson's shift on the block from low to high. */
    private static void stepImplicitQl(double[] diagonal, double[] beside, double[][] vectors, int low, int high) {
        double half = (diagonal[low + 1] - diagonal[low]) / (2 * beside[low]);
        double root = Math.sqrt(half * half + 1);
        double bulge = diagonal[high] - diagonal[low] + beside[low] / (half + (half < 0 ? -root : root));
        double sine = 1;
        double cosine = 1;
        double shift = 0;
        for (int i = high - 1; i >= low; i--) {
            double off = sine * beside[i];
            double on = cosine * beside[i];
            double radius = Math.sqrt(off * off + bulge * bulge);
            beside[i + 1] = radius;
            if (radius == 0) {
                diagonal[i + 1] -= shift;
                beside[high] = 0;
                return;
            }
            sine = off / radius;
            cosine = bulge / radius;
            double rest = diagonal[i + 1] - shift;
            double turn = (diagonal[i] - rest) * sine + 2 * cosine * on;
            shift = sine * turn;
            diagonal[i + 1] = rest + shift;
            bulge = cosine * turn - on;
            rotate(vectors[i], vectors[i + 1], sine, cosine);
        }
        diagonal[low] -= shift;
        beside[low] = bulge;
        beside[high] = 0;
    }

    private static void rotate(double[] one, double[] other, double sine, double cosine) {
        for (int k = 0; k < one.length; k++) {
            double a = one[k];
            double b = other[k];
            other[k] = sine * a + cosine * b;
            one[k] = cosine * a - sine * b;
        }
    }
}
