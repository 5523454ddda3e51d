package io.credence.prior;

import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import java.io.Serializable;

/**
 * Off-diagonal part of the precision P0 of a normal prior, with the determinant and the inverse of P0.
 *
 * @param packedLower packed lower triangle of P0, with zeros on the diagonal
 * @param logDeterminant log |P0| over the entries that have a normal prior
 * @param covariance P0⁻¹, row-major; infinite on the diagonal of entries that have none
 */
record OffDiagonalPrecision(double[] packedLower, double logDeterminant, double[] covariance) implements Serializable {

    /**
     * Off-diagonal part beside the given diagonal.
     *
     * @throws IllegalArgumentException if P0 is not positive definite over the entries that have a normal prior
     */
    static OffDiagonalPrecision of(double[] diagonal, double[] lower) {
        int d = diagonal.length;
        double[] matrix = Symmetric.unpackLower(lower, d);
        for (int j = 0; j < d; j++) {
            matrix[j * d + j] = diagonal[j] > 0 ? diagonal[j] : 1;
        }
        Cholesky root = Cholesky.of(JavaDenseKernel.INSTANCE, matrix, d);
        if (root == null) {
            throw new IllegalArgumentException(
                    "the precision of a normal prior must be positive definite over " + d + " coefficients but is not");
        }
        double[] covariance = root.inverse();
        for (int j = 0; j < d; j++) {
            covariance[j * d + j] = diagonal[j] > 0 ? covariance[j * d + j] : Double.POSITIVE_INFINITY;
        }
        return new OffDiagonalPrecision(lower, root.logDeterminant(), covariance);
    }

    int dimension() {
        return (int) Math.round(Math.sqrt(covariance.length));
    }

    double sd(int j) {
        return Math.sqrt(covariance[j * dimension() + j]);
    }

    /**
     * Off-diagonal part of the rescaled coefficients, each multiplied by its factor: P0 is divided by both factors of
     * an entry, its inverse multiplied.
     *
     * @param diagonal diagonal of P0 before, 0 where there is no normal prior
     */
    OffDiagonalPrecision rescaled(double[] factors, double[] diagonal) {
        double[] inverse = covariance.clone();
        double determinant = logDeterminant;
        int d = factors.length;
        for (int i = 0; i < d; i++) {
            determinant -= diagonal[i] > 0 ? 2 * Math.log(Math.abs(factors[i])) : 0;
            for (int j = 0; j < d; j++) {
                inverse[i * d + j] *= factors[i] * factors[j];
            }
        }
        return new OffDiagonalPrecision(Symmetric.rescaled(packedLower, factors), determinant, inverse);
    }
}
