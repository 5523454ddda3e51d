package io.credence.testkit;

import java.util.Arrays;

/** Algebra by its definition, against which fast code is checked. Matrices are square of order n, row-major. */
public final class Naive {

    private Naive() {}

    /** Matrix product A B. */
    public static double[] product(double[] a, double[] b, int n) {
        double[] product = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                for (int k = 0; k < n; k++) {
                    product[i * n + j] += a[i * n + k] * b[k * n + j];
                }
            }
        }
        return product;
    }

    /** Transpose Aᵀ. */
    public static double[] transpose(double[] a, int n) {
        double[] transposed = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                transposed[j * n + i] = a[i * n + j];
            }
        }
        return transposed;
    }

    /** Product of matrix and vector, A x. */
    public static double[] times(double[] a, double[] x) {
        int n = x.length;
        double[] product = new double[n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                product[i] += a[i * n + j] * x[j];
            }
        }
        return product;
    }

    /** Inner product xᵀy. */
    public static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int j = 0; j < x.length; j++) {
            sum += x[j] * y[j];
        }
        return sum;
    }

    /** Bilinear form xᵀA y. */
    public static double form(double[] x, double[] a, double[] y) {
        return dot(x, times(a, y));
    }

    /** Trace of A. */
    public static double trace(double[] a, int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += a[i * n + i];
        }
        return sum;
    }

    /** Inverse A⁻¹ by Gauss–Jordan elimination with the largest pivot of each column. */
    public static double[] inverse(double[] a, int n) {
        double[][] rows = new double[n][2 * n];
        for (int i = 0; i < n; i++) {
            System.arraycopy(a, i * n, rows[i], 0, n);
            rows[i][n + i] = 1;
        }
        eliminate(rows, n);
        double[] inverse = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                inverse[i * n + j] = rows[i][n + j] / rows[i][i];
            }
        }
        return inverse;
    }

    /** Logarithm of the absolute determinant, log |det A|. */
    public static double logDeterminant(double[] a, int n) {
        double[][] rows = new double[n][n];
        for (int i = 0; i < n; i++) {
            System.arraycopy(a, i * n, rows[i], 0, n);
        }
        eliminate(rows, n);
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += Math.log(Math.abs(rows[i][i]));
        }
        return sum;
    }

    private static void eliminate(double[][] rows, int n) {
        for (int pivot = 0; pivot < n; pivot++) {
            int largest = pivot;
            for (int i = pivot; i < n; i++) {
                largest = Math.abs(rows[i][pivot]) > Math.abs(rows[largest][pivot]) ? i : largest;
            }
            double[] swapped = rows[pivot];
            rows[pivot] = rows[largest];
            rows[largest] = swapped;
            for (int i = 0; i < n; i++) {
                double factor = i == pivot ? 0 : rows[i][pivot] / rows[pivot][pivot];
                for (int j = pivot; factor != 0 && j < rows[i].length; j++) {
                    rows[i][j] -= factor * rows[pivot][j];
                }
            }
        }
    }

    /** Lower triangle of A, with zeros above it. */
    public static double[] lower(double[] a, int n) {
        double[] lower = a.clone();
        for (int i = 0; i < n; i++) {
            Arrays.fill(lower, i * n + i + 1, (i + 1) * n, 0);
        }
        return lower;
    }

    /** Diagonal matrix of the given entries. */
    public static double[] diagonal(double... entries) {
        int n = entries.length;
        double[] matrix = new double[n * n];
        for (int i = 0; i < n; i++) {
            matrix[i * n + i] = entries[i];
        }
        return matrix;
    }
}
