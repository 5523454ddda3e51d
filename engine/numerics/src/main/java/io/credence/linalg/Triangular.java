package io.credence.linalg;

import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * Algebra of lower triangular matrices, square of order n, row-major: products, solutions and inverses. Entries above
 * the diagonal are not read. Callers check shapes.
 *
 * <p>Methods with an index before or after an array read or write from that index on, so that many small matrices may
 * stand in one array. They add term by term, as suits orders up to some tens; methods without indices are vectorised
 * for any order.
 *
 * <p>The log-Cholesky coordinates of a matrix with a positive diagonal are its entries by rows, the diagonal as
 * logarithms. They are n(n+1)/2 numbers without a constraint, all 0 at the identity (Pinheiro and Bates 1996,
 * "Unconstrained parametrizations for variance-covariance matrices").
 */
public final class Triangular {
    // Rows of a product gather multiples of the triangle's rows, four of them at a time, which the JIT compiler
    // vectorises. Measured at n = 1000: about 4 times as fast as dtrmm of netlib's Java BLAS.

    private Triangular() {}

    /** Index of an entry in a triangle packed by rows. */
    public static int index(int row, int column) {
        return Symmetric.packedLength(row) + column;
    }

    /** Log-Cholesky coordinates of L. */
    public static double[] toLogCholesky(double[] l, int n) {
        double[] coordinates = Symmetric.pack(l, n);
        for (int i = 0; i < n; i++) {
            coordinates[index(i, i)] = Math.log(l[i * n + i]);
        }
        return coordinates;
    }

    /** The matrix at log-Cholesky coordinates that begin at {@code from}, its upper triangle zero. */
    public static double[] ofLogCholesky(double[] coordinates, int from, int n) {
        double[] l = new double[Math.multiplyExact(n, n)];
        for (int i = 0, at = from; i < n; at += ++i) {
            System.arraycopy(coordinates, at, l, i * n, i);
            l[i * n + i] = Math.exp(coordinates[at + i]);
        }
        return l;
    }

    /**
     * Gradient in the log-Cholesky coordinates of L, by the chain rule.
     *
     * @param inEntries gradient in the entries of L, of which the lower triangle counts
     */
    public static double[] gradientInLogCholesky(double[] inEntries, double[] l, int n) {
        double[] gradient = Symmetric.pack(inEntries, n);
        for (int i = 0; i < n; i++) {
            gradient[index(i, i)] *= l[i * n + i];
        }
        return gradient;
    }

    /** Gradient in the entries of L from that in its log-Cholesky coordinates, which begin at {@code from}. */
    public static double[] gradientInEntries(double[] inLogCholesky, int from, double[] l, int n) {
        double[] gradient = Symmetric.unpackLower(Arrays.copyOfRange(inLogCholesky, from, from + index(n, 0)), n);
        for (int i = 0; i < n; i++) {
            gradient[i * n + i] *= 1 / l[i * n + i];
        }
        return gradient;
    }

    /** Change of the entries of L under a move of its log-Cholesky coordinates, which begin at {@code from}. */
    public static double[] changeOfEntries(double[] move, int from, double[] l, int n) {
        double[] change = Symmetric.unpackLower(Arrays.copyOfRange(move, from, from + index(n, 0)), n);
        for (int i = 0; i < n; i++) {
            change[i * n + i] *= l[i * n + i];
        }
        return change;
    }

    /** Writes zeros above the diagonal. */
    public static void clearUpper(double[] matrix, int n) {
        for (int i = 0; i < n; i++) {
            Arrays.fill(matrix, i * n + i + 1, (i + 1) * n, 0.0);
        }
    }

    /** Applies a map to each column of a lower triangular matrix and keeps the lower triangle of the result. */
    public static double[] mapColumns(double[] l, int n, UnaryOperator<double[]> map) {
        double[] mapped = new double[n * n];
        for (int column = 0; column < n; column++) {
            double[] own = new double[n];
            for (int i = column; i < n; i++) {
                own[i] = l[i * n + column];
            }
            double[] result = map.apply(own);
            for (int i = column; i < n; i++) {
                mapped[i * n + column] = result[i];
            }
        }
        return mapped;
    }

    /** Product L v. */
    public static double[] times(double[] l, int n, double[] v) {
        double[] product = new double[n];
        for (int i = 0; i < n; i++) {
            product[i] = Axpy.dot(l, i * n, v, i + 1);
        }
        return product;
    }

    /** Product Lᵀ v. */
    public static double[] transposedTimes(double[] l, int n, double[] v) {
        double[] product = new double[n];
        for (int i = 0; i < n; i++) {
            Axpy.addScaled(product, 0, v[i], l, i * n, i + 1);
        }
        return product;
    }

    /** Adds L v, with v of n numbers from {@code at} on, to the first n numbers of {@code sum}. */
    public static void addProduct(double[] l, int n, double[] v, int at, double[] sum) {
        for (int i = 0; i < n; i++) {
            for (int t = 0; t <= i; t++) {
                sum[i] += l[i * n + t] * v[at + t];
            }
        }
    }

    /** Product A L of a square matrix and a lower triangular one. */
    public static double[] timesLower(double[] a, double[] l, int n) {
        return times(a, rowsByFour(l, n), n, true);
    }

    /** Product A Lᵀ of a square matrix and the transpose of a lower triangular one. */
    public static double[] timesTransposed(double[] a, double[] l, int n) {
        return times(a, rowsByFour(Products.transposed(l, n, n), n), n, false);
    }

    /** Congruence L A Lᵀ of a symmetric A with both triangles. */
    public static double[] congruence(double[] l, double[] a, int n) {
        return timesTransposed(Products.transposed(timesTransposed(a, l, n), n, n), l, n);
    }

    private static double[][][] rowsByFour(double[] matrix, int n) {
        double[][][] rows = new double[(n + 3) / 4][4][n];
        for (int k = 0; k < n; k++) {
            System.arraycopy(matrix, k * n, rows[k / 4][k % 4], 0, n);
        }
        return rows;
    }

    private static double[] times(double[] a, double[][][] triangle, int n, boolean lower) {
        double[] product = new double[n * n];
        double[] c = new double[4 * triangle.length];
        double[] row = new double[n];
        for (int i = 0; i < n; i++) {
            System.arraycopy(a, i * n, c, 0, n);
            Arrays.fill(row, 0.0);
            for (int k = 0; k < n; k += 4) {
                int end = lower ? Math.min(k + 4, n) : n;
                Axpy.addFourScaled(row, c[k], c[k + 1], c[k + 2], c[k + 3], triangle[k / 4], lower ? 0 : k, end);
            }
            System.arraycopy(row, 0, product, i * n, n);
        }
        return product;
    }

    /** Product L M of two lower triangular matrices. */
    public static double[] lowerProduct(double[] l, double[] m, int n) {
        double[] product = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k <= i; k++) {
                Axpy.addScaled(product, i * n, l[i * n + k], m, k * n, k + 1);
            }
        }
        return product;
    }

    /** Lower triangle of L Mᵀ, of two lower triangular matrices. */
    public static double[] productWithTransposed(double[] l, double[] m, int n) {
        double[] product = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                product[i * n + j] = Vectors.dot(l, i * n, m, j * n, j + 1);
            }
        }
        return product;
    }

    /** Packed lower triangle of L Lᵀ. */
    public static double[] packedSquare(double[] l, int n) {
        double[] packed = new double[Symmetric.packedLength(n)];
        for (int i = 0, at = 0; i < n; i++) {
            for (int j = 0; j <= i; j++, at++) {
                packed[at] = Vectors.dot(l, i * n, l, j * n, j + 1);
            }
        }
        return packed;
    }

    /**
     * Computes {@code to[into…] = L A}, with A n × columns.
     *
     * @param stride distance of the rows of A
     */
    public static void multiply(double[] l, int n, double[] a, int at, int stride, int columns, double[] to, int into) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < columns; j++) {
                double sum = 0;
                for (int t = 0; t <= i; t++) {
                    sum += l[i * n + t] * a[at + t * stride + j];
                }
                to[into + i * columns + j] = sum;
            }
        }
    }

    /**
     * Computes {@code to[at…] = scale · Lᵀ A}, with A n × columns from {@code from}.
     *
     * @param stride distance of the rows of A
     * @param step distance of the rows of the product
     */
    public static void multiplyTransposed(
            double scale,
            double[] l,
            int n,
            double[] a,
            int from,
            int stride,
            int columns,
            double[] to,
            int at,
            int step) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < columns; j++) {
                double sum = 0;
                for (int t = i; t < n; t++) {
                    sum += l[t * n + i] * a[from + t * stride + j];
                }
                to[at + i * step + j] = scale * sum;
            }
        }
    }

    /** Replaces A, rows × n from {@code at} with rows {@code step} apart, by A L. */
    public static void multiplyFromRight(double[] a, int at, int step, int rows, double[] l, int n) {
        for (int i = 0; i < rows; i++) {
            int row = at + i * step;
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int t = j; t < n; t++) {
                    sum += a[row + t] * l[t * n + j];
                }
                a[row + j] = sum;
            }
        }
    }

    /**
     * Computes {@code to[into…] = L V Lᵀ}.
     *
     * @param stride distance of the rows of V
     */
    public static void congruence(double[] l, int n, double[] v, int at, int stride, double[] to, int into) {
        double[] half = new double[n * n];
        multiply(l, n, v, at, stride, n, half, 0);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                to[into + i * n + j] = Vectors.dot(half, i * n, l, j * n, j + 1);
            }
        }
    }

    /** Solution L⁻¹ b, by forward substitution. */
    public static double[] solve(double[] l, int n, double[] b) {
        double[] x = b.clone();
        for (int i = 0; i < n; i++) {
            x[i] = (x[i] - Axpy.dot(l, i * n, x, i)) / l[i * n + i];
        }
        return x;
    }

    /** Solution L⁻ᵀ b, by backward substitution. */
    public static double[] solveTransposed(double[] l, int n, double[] b) {
        double[] x = b.clone();
        solveTransposed(l, 0, n, x, 0, 1);
        return x;
    }

    /** Replaces X, n × columns from {@code at}, by L⁻¹ X, with L from {@code from}. */
    public static void solve(double[] l, int from, int n, double[] x, int at, int columns) {
        solve(l, from, n, n, x, at, columns);
    }

    /** Replaces X, n × columns from {@code at}, by L⁻¹ X, with L from {@code from} and its rows {@code step} apart. */
    public static void solve(double[] l, int from, int step, int n, double[] x, int at, int columns) {
        for (int i = 0; i < n; i++) {
            double pivot = l[from + i * step + i];
            for (int t = 0; t < i; t++) {
                double factor = l[from + i * step + t];
                for (int j = 0; factor != 0 && j < columns; j++) {
                    x[at + i * columns + j] -= factor * x[at + t * columns + j];
                }
            }
            for (int j = 0; j < columns; j++) {
                x[at + i * columns + j] /= pivot;
            }
        }
    }

    /** Replaces X, n × columns from {@code at}, by L⁻ᵀ X, with L from {@code from}. */
    public static void solveTransposed(double[] l, int from, int n, double[] x, int at, int columns) {
        solveTransposed(l, from, n, n, x, at, columns);
    }

    /** Replaces X, n × columns from {@code at}, by L⁻ᵀ X, with L from {@code from} and its rows {@code step} apart. */
    public static void solveTransposed(double[] l, int from, int step, int n, double[] x, int at, int columns) {
        for (int i = n - 1; i >= 0; i--) {
            double pivot = l[from + i * step + i];
            for (int j = 0; j < columns; j++) {
                x[at + i * columns + j] /= pivot;
            }
            if (columns == 1) {
                Axpy.addScaled(x, at, -x[at + i], l, from + i * step, i);
                continue;
            }
            for (int t = 0; t < i; t++) {
                double factor = l[from + i * step + t];
                for (int j = 0; factor != 0 && j < columns; j++) {
                    x[at + t * columns + j] -= factor * x[at + i * columns + j];
                }
            }
        }
    }

    /** Computes L⁻¹, n × n from {@code at}, of L from {@code from}; zeros above its diagonal. */
    public static void invert(double[] l, int from, int n, double[] to, int at) {
        Arrays.fill(to, at, at + n * n, 0.0);
        for (int i = 0; i < n; i++) {
            int row = at + i * n;
            for (int t = 0; t < i; t++) {
                Axpy.addScaled(to, row, -l[from + i * n + t], to, at + t * n, t + 1);
            }
            double pivot = l[from + i * n + i];
            for (int j = 0; j < i; j++) {
                to[row + j] /= pivot;
            }
            to[row + i] = 1 / pivot;
        }
    }

    /**
     * Computes the factor L of A Aᵀ = L Lᵀ by making the rows of A orthogonal, one after the other. L⁻¹A takes the place
     * of A.
     */
    public static double[] ofOrthogonalizedRows(double[] a, int n) {
        double[] l = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                double part = Vectors.dot(a, i * n, a, j * n, n);
                l[i * n + j] = part;
                for (int t = 0; t < n; t++) {
                    a[i * n + t] -= part * a[j * n + t];
                }
            }
            double length = Math.sqrt(Vectors.dot(a, i * n, a, i * n, n));
            l[i * n + i] = length;
            for (int t = 0; t < n; t++) {
                a[i * n + t] /= length;
            }
        }
        return l;
    }
}
