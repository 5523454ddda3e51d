package io.credence.family;

import java.util.function.UnaryOperator;

/** Small algebra of lower triangular matrices, n × n, row-major. */
final class LowerTriangle {

    private LowerTriangle() {}

    /** Applies a map to each column of a lower triangular matrix and keeps the lower triangle of the result. */
    static double[] mapColumns(double[] matrix, int n, UnaryOperator<double[]> map) {
        double[] made = new double[n * n];
        for (int column = 0; column < n; column++) {
            double[] own = new double[n];
            for (int i = column; i < n; i++) {
                own[i] = matrix[i * n + column];
            }
            double[] mapped = map.apply(own);
            for (int i = column; i < n; i++) {
                made[i * n + column] = mapped[i];
            }
        }
        return made;
    }

    /** Lower triangle of A Bᵀ. */
    static double[] timesTransposed(double[] a, double[] b, int n) {
        double[] product = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                product[i * n + j] = FreeParameters.dot(a, i * n, b, j * n, j + 1);
            }
        }
        return product;
    }

    /** Change of a factor's entries for a move in its coordinates, which have logarithms on the diagonal. */
    static double[] factorChange(double[] coordinates, int from, double[] factor, int n) {
        return scaledEntries(coordinates, from, n, factor, 1);
    }

    /** Gradient in a factor's entries from the gradient in its coordinates, which have logarithms on the diagonal. */
    static double[] factorGradient(double[] coordinates, int from, double[] factor, int n) {
        return scaledEntries(coordinates, from, n, factor, -1);
    }

    private static double[] scaledEntries(double[] coordinates, int from, int n, double[] factor, int power) {
        double[] entries = new double[n * n];
        for (int i = 0, at = from; i < n; at += ++i) {
            System.arraycopy(coordinates, at, entries, i * n, i + 1);
            entries[i * n + i] *= power > 0 ? factor[i * n + i] : 1 / factor[i * n + i];
        }
        return entries;
    }
}
