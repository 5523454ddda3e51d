package io.credence.linalg;

/** Products of small dense matrices on the driver, row-major. */
public final class Products {

    private Products() {}

    /** A B of an {@code rows} × {@code inner} and an {@code inner} × {@code columns} matrix. */
    public static double[] times(double[] a, int rows, int inner, double[] b, int columns) {
        double[] product = new double[Math.multiplyExact(rows, columns)];
        for (int i = 0; i < rows; i++) {
            for (int k = 0; k < inner; k++) {
                double factor = a[i * inner + k];
                if (factor != 0) {
                    Axpy.add(product, i * columns, factor, b, k * columns, columns);
                }
            }
        }
        return product;
    }

    /** A Bᵀ of an {@code rows} × {@code inner} and a {@code columns} × {@code inner} matrix. */
    public static double[] timesTransposed(double[] a, int rows, int inner, double[] b, int columns) {
        return times(a, rows, inner, transposed(b, columns, inner), columns);
    }

    /** Aᵀ diag(weights) B of two matrices of {@code rows} rows. */
    public static double[] transposedTimes(double[] a, int rows, int first, double[] weights, double[] b, int second) {
        double[] product = new double[Math.multiplyExact(first, second)];
        for (int r = 0; r < rows; r++) {
            for (int i = 0; i < first; i++) {
                double factor = weights[r] * a[r * first + i];
                if (factor != 0) {
                    Axpy.add(product, i * second, factor, b, r * second, second);
                }
            }
        }
        return product;
    }

    /** Aᵀ of an {@code rows} × {@code columns} matrix. */
    public static double[] transposed(double[] a, int rows, int columns) {
        double[] result = new double[a.length];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                result[j * rows + i] = a[i * columns + j];
            }
        }
        return result;
    }

    /** ½(A + Aᵀ) of a square matrix, in place. */
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
