package io.credence.likelihood.softmax;

import io.credence.linalg.Triangular;

/** Conversion of a derivative in the lower triangular root R to one in the covariance V = RRᵀ. */
final class CovarianceGradient {

    private CovarianceGradient() {}

    /**
     * Twice the derivative in the covariance, 2 dF/dV = X + Xᵀ. Here X = R⁻ᵀ Φ(Rᵀ Ā) R⁻¹, where Φ keeps the lower
     * triangle and halves its diagonal.
     *
     * @param root R, of order k, its diagonal not zero
     * @param slope lower triangle of Ā = dF/dR
     */
    static double[] twiceCovarianceGradient(double[] root, double[] slope, int k) {
        double[] x = new double[k * k];
        Triangular.multiplyTransposed(1, root, k, slope, 0, k, k, x, 0, k);
        Triangular.clearUpper(x, k);
        for (int a = 0; a < k; a++) {
            x[a * k + a] *= 0.5;
        }
        Triangular.solveTransposed(root, 0, k, x, 0, k);
        for (int a = 0; a < k; a++) {
            Triangular.solveTransposed(root, 0, k, x, a * k, 1);
        }
        double[] twice = new double[k * k];
        for (int a = 0; a < k; a++) {
            for (int b = 0; b < k; b++) {
                twice[a * k + b] = x[a * k + b] + x[b * k + a];
            }
        }
        return twice;
    }
}
