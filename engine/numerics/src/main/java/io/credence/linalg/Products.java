package io.credence.linalg;

import java.util.Arrays;

/** Products of dense matrices on the driver, row-major. */
public final class Products {

    private Products() {}

    /** Product A B of an {@code rows} × {@code inner} and an {@code inner} × {@code columns} matrix. */
    public static double[] times(DenseKernel kernel, double[] a, int rows, int inner, double[] b, int columns) {
        double[] product = new double[Math.multiplyExact(rows, columns)];
        kernel.addWeightedRows(
                b, 0, inner, columns, MatrixView.of(a, rows, inner), MatrixView.of(product, rows, columns));
        return product;
    }

    /** Product A Bᵀ of an {@code rows} × {@code inner} and a {@code columns} × {@code inner} matrix. */
    public static double[] timesTransposed(
            DenseKernel kernel, double[] a, int rows, int inner, double[] b, int columns) {
        double[] product = new double[Math.multiplyExact(rows, columns)];
        kernel.multiply(b, 0, columns, inner, MatrixView.of(a, rows, inner), MatrixView.of(product, rows, columns));
        return product;
    }

    /**
     * Computes {@code to[into…] = scale · A B} for small matrices, with A rows × inner from {@code from} and B inner ×
     * columns from {@code at}.
     */
    public static void multiply(
            double scale,
            double[] a,
            int from,
            int rows,
            int inner,
            double[] b,
            int at,
            int columns,
            double[] to,
            int into) {
        for (int i = 0; i < rows; i++) {
            int row = into + i * columns;
            Arrays.fill(to, row, row + columns, 0.0);
            for (int t = 0; t < inner; t++) {
                Axpy.addScaled(to, row, scale * a[from + i * inner + t], b, at + t * columns, columns);
            }
        }
    }

    /** Product A B Aᵀ of two square matrices of order {@code n}. */
    public static double[] congruence(DenseKernel kernel, double[] a, double[] b, int n) {
        return timesTransposed(kernel, times(kernel, a, n, n, b, n), n, n, a, n);
    }

    /** Product Aᵀ diag(weights) B of two matrices of {@code rows} rows. */
    public static double[] weightedCrossProduct(
            DenseKernel kernel, double[] a, int rows, int first, double[] weights, double[] b, int second) {
        double[] weighted = a.clone();
        for (int at = 0; at < weighted.length; at++) {
            weighted[at] *= weights[at / first];
        }
        double[] product = new double[Math.multiplyExact(first, second)];
        kernel.addCrossProduct(
                b, 0, rows, second, MatrixView.of(weighted, rows, first), MatrixView.of(product, first, second));
        return product;
    }

    /** Transpose Aᵀ of an {@code rows} × {@code columns} matrix. */
    public static double[] transposed(double[] a, int rows, int columns) {
        double[] result = new double[a.length];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                result[j * rows + i] = a[i * columns + j];
            }
        }
        return result;
    }

    /** Symmetric part ½(A + Aᵀ) of a square matrix, in place. */
    public static double[] symmetrize(double[] a, int n) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                double mean = 0.5 * (a[i * n + j] + a[j * n + i]);
                a[i * n + j] = mean;
                a[j * n + i] = mean;
            }
        }
        return a;
    }
}
