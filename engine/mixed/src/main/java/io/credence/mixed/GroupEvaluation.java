package io.credence.mixed;

import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a point ψ came to.
 *
 * @param value log p(y, ψ) of the groups that count, nats; −∞ where it is none
 * @param gradient of it
 * @param curvature minus its Hessian, d × d: the outer products of the groups' gradients and the Hessian of the prior
 * @param information the outer products alone
 * @param rows rows that were visited
 * @param drawn what draws estimate; null where there were none
 */
record GroupEvaluation(
        double value,
        double[] gradient,
        double[] curvature,
        double[] information,
        long rows,
        @Nullable Drawn drawn) implements PointEvaluation {

    /**
     * By how far draws move expectation propagation, and how well they are known themselves.
     *
     * @param shift of the gradient
     * @param valueShift of the value
     * @param noise covariance of the gradient over draws, packed
     * @param bias of order 1/S that was taken off
     */
    record Drawn(double[] shift, double valueShift, double[] noise, double[] bias) implements Serializable {

        /** By how much means may be off, in their standard deviations. */
        DrawError error(Cholesky precision) {
            int d = bias.length;
            double[] covariance = precision.inverse();
            double[] moved = precision.solve(bias);
            double[] own = Symmetric.unpack(noise, d);
            double mostNoise = 0;
            double mostBias = 0;
            double most = 0;
            for (int j = 0; j < d; j++) {
                double[] row = Arrays.copyOfRange(covariance, j * d, (j + 1) * d);
                double spread = Vectors.dot(row, Symmetric.multiply(own, row)) / row[j];
                double off = moved[j] * moved[j] / row[j];
                mostNoise = Math.max(mostNoise, spread);
                mostBias = Math.max(mostBias, off);
                most = Math.max(most, spread + off);
            }
            return new DrawError(Math.sqrt(mostNoise), Math.sqrt(mostBias), Math.sqrt(most));
        }
    }

    /**
     * By how many of its standard deviations the mean of some unknown may be off at most.
     *
     * @param noise of the draws
     * @param bias as much again as was taken off
     * @param both of the same unknown
     */
    record DrawError(double noise, double bias, double both) {}

    /** Of a point outside. */
    static GroupEvaluation none(int dimension, long rows) {
        return new GroupEvaluation(
                Double.NEGATIVE_INFINITY,
                new double[dimension],
                new double[dimension * dimension],
                new double[dimension * dimension],
                rows,
                null);
    }

    /** Without what only a step is decided by. */
    GroupEvaluation withoutCurvature() {
        return new GroupEvaluation(value, gradient, new double[0], new double[0], rows, drawn);
    }

    /** Factorisation of the precision of the normal density here; null if it is not positive definite. */
    @Nullable
    Cholesky precision() {
        return Cholesky.of(JavaDenseKernel.INSTANCE, curvature, gradient.length);
    }
}
