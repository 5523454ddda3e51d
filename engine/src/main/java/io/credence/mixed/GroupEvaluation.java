package io.credence.mixed;

import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What a point ψ came to.
 *
 * @param value log p(y, ψ) of the groups that count, nats; −∞ where it is none
 * @param gradient of it
 * @param curvature minus its Hessian, d × d: the outer products of the groups' gradients and the Hessian of the prior
 * @param rows rows that were visited
 * @param drawn what draws say; null where there were none
 */
record GroupEvaluation(
        double value,
        double[] gradient,
        double[] curvature,
        long rows,
        @Nullable Drawn drawn) implements Serializable {

    /**
     * By how far draws move expectation propagation, and how well they are known themselves.
     *
     * @param shift of the gradient
     * @param valueShift of the value
     * @param noise covariance of the gradient over draws, packed
     * @param bias of order 1/S that was taken off
     */
    record Drawn(double[] shift, double valueShift, double[] noise, double[] bias) implements Serializable {

        /**
         * By how many of its standard deviations the mean of some unknown may be off at most: by the noise of the draws, and as much
         * again as the bias that was taken off.
         */
        double error(Cholesky precision) {
            double[] covariance = precision.inverse();
            double[] moved = precision.solve(bias);
            double[] own = Symmetric.unpack(noise, bias.length);
            double most = 0;
            for (int j = 0; j < bias.length; j++) {
                double[] row = java.util.Arrays.copyOfRange(covariance, j * bias.length, (j + 1) * bias.length);
                double variance = moved[j] * moved[j];
                double[] product = Symmetric.multiply(own, row);
                for (int i = 0; i < row.length; i++) {
                    variance += row[i] * product[i];
                }
                most = Math.max(most, Math.sqrt(variance / row[j]));
            }
            return most;
        }
    }

    /** Of a point outside. */
    static GroupEvaluation none(int dimension, long rows) {
        return new GroupEvaluation(
                Double.NEGATIVE_INFINITY, new double[dimension], new double[dimension * dimension], rows, null);
    }

    /** Factorisation of the precision of the normal density here; null if it is not positive definite. */
    @Nullable
    Cholesky precision() {
        return Cholesky.of(JavaDenseKernel.INSTANCE, curvature, gradient.length);
    }
}
