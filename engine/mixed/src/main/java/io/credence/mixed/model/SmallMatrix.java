package io.credence.mixed.model;

import java.util.Arrays;

/** Products and factors of small row-major matrices, such as those of a level; callers check shapes. */
public final class SmallMatrix {

    private SmallMatrix() {}

    /** Dot product of {@code count} numbers of each array, from its index on. */
    public static double dot(double[] a, int at, double[] b, int from, int count) {
        double sum = 0;
        for (int t = 0; t < count; t++) {
            sum += a[at + t] * b[from + t];
        }
        return sum;
    }

    /** Computes {@code to[at…] = scale · Lᵀ A}, with L k × k and A k × columns from {@code from}. */
    public static void transposedTimes(
            double scale,
            double[] l,
            int k,
            double[] a,
            int from,
            int stride,
            int columns,
            double[] to,
            int at,
            int step) {
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < columns; j++) {
                double sum = 0;
                for (int t = i; t < k; t++) {
                    sum += l[t * k + i] * a[from + t * stride + j];
                }
                to[at + i * step + j] = scale * sum;
            }
        }
    }

    /** Replaces A, rows × size from {@code at}, by A L, with L lower triangular. */
    public static void timesLower(double[] a, int at, int step, int rows, double[] l, int size) {
        for (int i = 0; i < rows; i++) {
            int row = at + i * step;
            for (int j = 0; j < size; j++) {
                double sum = 0;
                for (int t = j; t < size; t++) {
                    sum += a[row + t] * l[t * size + j];
                }
                a[row + j] = sum;
            }
        }
    }

    /**
     * Replaces the lower triangle of {@code a}, n × n from {@code at}, by its Cholesky factor; false if there is none.
     */
    public static boolean factorCholesky(double[] a, int at, int n) {
        for (int j = 0; j < n; j++) {
            double pivot = a[at + j * n + j];
            for (int t = 0; t < j; t++) {
                pivot -= a[at + j * n + t] * a[at + j * n + t];
            }
            if (!(pivot > 0) || Double.isInfinite(pivot)) {
                return false;
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
        return true;
    }

    /**
     * Computes the lower triangular factor C of A Aᵀ by making the rows of A orthogonal, one after the other. C⁻¹A
     * takes the place of A.
     */
    public static double[] lowerFactor(double[] a, int k) {
        double[] factor = new double[k * k];
        for (int i = 0; i < k; i++) {
            for (int j = 0; j < i; j++) {
                double part = dot(a, i * k, a, j * k, k);
                factor[i * k + j] = part;
                for (int t = 0; t < k; t++) {
                    a[i * k + t] -= part * a[j * k + t];
                }
            }
            double length = Math.sqrt(dot(a, i * k, a, i * k, k));
            factor[i * k + i] = length;
            for (int t = 0; t < k; t++) {
                a[i * k + t] /= length;
            }
        }
        return factor;
    }

    /** Computes the roots of the diagonal of A Aᵀ, and writes its correlations into {@code to}. */
    static double[] sdsAndCorrelations(double[] a, double[] to, int k) {
        double[] sds = new double[k];
        for (int i = 0; i < k; i++) {
            sds[i] = Math.sqrt(dot(a, i * k, a, i * k, k));
            for (int j = 0; j <= i; j++) {
                to[i * k + j] = dot(a, i * k, a, j * k, k) / (sds[i] * sds[j]);
                to[j * k + i] = to[i * k + j];
            }
        }
        return sds;
    }

    /** Replaces X, n × columns from {@code at}, by C⁻¹ X, with C n × n from {@code from}. */
    public static void solveLower(double[] c, int from, int n, double[] x, int at, int columns) {
        for (int i = 0; i < n; i++) {
            double pivot = c[from + i * n + i];
            for (int t = 0; t < i; t++) {
                double factor = c[from + i * n + t];
                for (int j = 0; factor != 0 && j < columns; j++) {
                    x[at + i * columns + j] -= factor * x[at + t * columns + j];
                }
            }
            for (int j = 0; j < columns; j++) {
                x[at + i * columns + j] /= pivot;
            }
        }
    }

    /** Replaces X, n × columns from {@code at}, by C⁻ᵀ X, with C n × n from {@code from}. */
    public static void solveLowerTransposed(double[] c, int from, int n, double[] x, int at, int columns) {
        for (int i = n - 1; i >= 0; i--) {
            double pivot = c[from + i * n + i];
            for (int j = 0; j < columns; j++) {
                x[at + i * columns + j] /= pivot;
            }
            for (int t = 0; t < i; t++) {
                double factor = c[from + i * n + t];
                for (int j = 0; factor != 0 && j < columns; j++) {
                    x[at + t * columns + j] -= factor * x[at + i * columns + j];
                }
            }
        }
    }

    /** Computes C⁻¹, n × n from {@code at}, of the lower triangular C from {@code from}; zeros above its diagonal. */
    public static void invertLower(double[] c, int from, int n, double[] to, int at) {
        Arrays.fill(to, at, at + n * n, 0.0);
        for (int i = 0; i < n; i++) {
            int row = at + i * n;
            for (int t = 0; t < i; t++) {
                double factor = c[from + i * n + t];
                for (int j = 0; j <= t; j++) {
                    to[row + j] -= factor * to[at + t * n + j];
                }
            }
            double pivot = c[from + i * n + i];
            for (int j = 0; j < i; j++) {
                to[row + j] /= pivot;
            }
            to[row + i] = 1 / pivot;
        }
    }

    /**
     * Computes {@code to[into…] = scale · M X} with M rows × inner, from {@code from}, and X inner × columns, from
     * {@code at}.
     */
    public static void multiply(
            double scale,
            double[] m,
            int from,
            int rows,
            int inner,
            double[] x,
            int at,
            int columns,
            double[] to,
            int into) {
        for (int i = 0; i < rows; i++) {
            int row = into + i * columns;
            Arrays.fill(to, row, row + columns, 0.0);
            for (int t = 0; t < inner; t++) {
                double factor = scale * m[from + i * inner + t];
                for (int j = 0; j < columns; j++) {
                    to[row + j] += factor * x[at + t * columns + j];
                }
            }
        }
    }

    public static double[] identity(int n) {
        double[] identity = new double[n * n];
        for (int i = 0; i < n; i++) {
            identity[i * n + i] = 1;
        }
        return identity;
    }

    /** The transpose of an n × n matrix. */
    public static double[] transposed(double[] a, int n) {
        return transposed(a, n, n);
    }

    /** The transpose of a rows × columns matrix. */
    public static double[] transposed(double[] a, int rows, int columns) {
        double[] transposed = new double[rows * columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                transposed[j * rows + i] = a[i * columns + j];
            }
        }
        return transposed;
    }

    /**
     * Replaces a positive definite n × n matrix from {@code at} by its inverse; false if it is not positive definite.
     */
    public static boolean invert(double[] a, int at, int n) {
        if (!factorCholesky(a, at, n)) {
            return false;
        }
        double[] inverse = identity(n);
        solveLower(a, at, n, inverse, 0, n);
        solveLowerTransposed(a, at, n, inverse, 0, n);
        System.arraycopy(inverse, 0, a, at, n * n);
        return true;
    }
}
