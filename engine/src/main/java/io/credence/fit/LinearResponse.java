package io.credence.fit;

import io.credence.family.FullGaussian;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The linear-response covariance of a mean-field optimum: how its mean answers to a tilt of the log density, which is the block
 * of the means in the inverse Hessian of the minimised bound in (μ, log σ).
 */
final class LinearResponse {

    /** Step of the central differences of the gradient, in units of the coordinate's own scale; they err by its square. */
    private static final double STEP = 1e-3;

    private LinearResponse() {}

    /** The Gaussian of that covariance around the optimum; null where the Hessian is not positive definite. */
    static @Nullable FullGaussian of(DenseKernel kernel, FixedDrawsBound bound, double[] optimum) {
        int n = optimum.length;
        int d = n / 2;
        double[] hessian = new double[n * n];
        for (int i = 0; i < n; i++) {
            double step = i < d ? STEP * Math.exp(optimum[d + i]) : STEP;
            double[] above = gradient(bound, optimum, i, step);
            double[] below = gradient(bound, optimum, i, -step);
            for (int j = 0; j < n; j++) {
                double slope = (above[j] - below[j]) / (2 * step);
                hessian[i * n + j] += 0.5 * slope;
                hessian[j * n + i] += 0.5 * slope;
            }
        }
        Cholesky whole = Cholesky.of(kernel, hessian, n);
        if (whole == null) {
            return null;
        }
        double[] covariance = new double[d * d];
        for (int i = 0; i < d; i++) {
            System.arraycopy(whole.inverse(), i * n, covariance, i * d, d);
        }
        Cholesky means = Cholesky.of(kernel, covariance, d);
        return means == null
                ? null
                : FullGaussian.of(kernel, Arrays.copyOf(optimum, d), Symmetric.pack(means.inverse(), d));
    }

    private static double[] gradient(FixedDrawsBound bound, double[] optimum, int i, double step) {
        double[] moved = optimum.clone();
        moved[i] += step;
        return bound.evaluate(moved).gradient();
    }
}
