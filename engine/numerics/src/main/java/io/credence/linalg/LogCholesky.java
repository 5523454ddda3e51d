package io.credence.linalg;

/**
 * Coordinates of lower triangular matrices with a positive diagonal: their entries by rows, the diagonal as logarithms.
 * They are n(n+1)/2 numbers without a constraint, all 0 at the identity (log-Cholesky: Pinheiro and Bates 1996,
 * "Unconstrained parametrizations for variance-covariance matrices"). Matrices are square of order n, row-major.
 */
public final class LogCholesky {

    private LogCholesky() {}

    /** Index of an entry of the lower triangle. */
    public static int index(int row, int column) {
        return Symmetric.packedLength(row) + column;
    }

    /** Coordinates of a factor. */
    public static double[] coordinates(double[] factor, int n) {
        double[] coordinates = Symmetric.pack(factor, n);
        for (int i = 0; i < n; i++) {
            coordinates[index(i, i)] = Math.log(factor[i * n + i]);
        }
        return coordinates;
    }

    /** The factor at the coordinates that begin at {@code from}, its upper triangle zero. */
    public static double[] factor(double[] coordinates, int from, int n) {
        double[] factor = new double[Math.multiplyExact(n, n)];
        for (int i = 0, at = from; i < n; at += ++i) {
            System.arraycopy(coordinates, at, factor, i * n, i);
            factor[i * n + i] = Math.exp(coordinates[at + i]);
        }
        return factor;
    }

    /**
     * Gradient in these coordinates, by the chain rule.
     *
     * @param inFactor gradient in the entries of the factor, of which the lower triangle counts
     */
    public static double[] gradientInCoordinates(double[] inFactor, double[] factor, int n) {
        double[] gradient = Symmetric.pack(inFactor, n);
        for (int i = 0; i < n; i++) {
            gradient[index(i, i)] *= factor[i * n + i];
        }
        return gradient;
    }
}
