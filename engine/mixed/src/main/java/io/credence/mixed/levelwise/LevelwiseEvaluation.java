package io.credence.mixed.levelwise;

import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.mixed.component.ScoredPoint;
import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Log density, gradient and curvature at a point ψ.
 *
 * @param value log p(y, ψ) of the levels that were read, nats; −∞ where there is no density
 * @param gradient gradient of {@code value}
 * @param curvature minus the Hessian, d × d: the outer products of the levels' gradients and the Hessian of the prior;
 *     empty at points around the mode
 * @param information outer products of the levels' gradients alone; empty at points around the mode
 * @param rows number of rows that were visited
 * @param drawCorrection correction estimated from draws; null where there were none
 */
record LevelwiseEvaluation(
        double value,
        double[] gradient,
        double[] curvature,
        double[] information,
        long rows,
        @Nullable DrawCorrection drawCorrection)
        implements ScoredPoint {

    /**
     * Correction of expectation propagation by draws, with its noise and bias.
     *
     * @param gradientCorrection correction of the gradient
     * @param valueShift correction of the value, nats
     * @param gradientCovariance covariance of the gradient over draws, packed
     * @param bias bias of order 1/S that was subtracted from the gradient
     */
    record DrawCorrection(double[] gradientCorrection, double valueShift, double[] gradientCovariance, double[] bias)
            implements Serializable {

        /** Largest errors of the unknowns' means that noise and bias leave, in their standard deviations. */
        DrawError meanError(Cholesky precision) {
            int d = bias.length;
            double[] covariance = precision.inverse();
            double[] moved = precision.solve(bias);
            double[] own = Symmetric.unpack(gradientCovariance, d);
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
     * Largest error that draws may leave in the mean of an unknown, in its standard deviations.
     *
     * @param noise largest error by the noise of the draws
     * @param bias largest error by a bias as large as the one that was subtracted
     * @param totalError largest error by noise and bias of one unknown together
     */
    record DrawError(double noise, double bias, double totalError) {}

    /** Evaluation of a point without a density. */
    static LevelwiseEvaluation withoutDensity(int dimension, long rows) {
        return new LevelwiseEvaluation(
                Double.NEGATIVE_INFINITY,
                new double[dimension],
                new double[dimension * dimension],
                new double[dimension * dimension],
                rows,
                null);
    }

    /** Cholesky factor of the precision of the normal density here; null if it is not positive definite. */
    @Nullable
    Cholesky precision() {
        return Cholesky.of(JavaDenseKernel.INSTANCE, curvature, gradient.length);
    }
}
