package io.credence.likelihood.softmax;

/** Conversion of a derivative in the lower triangular root R to one in the covariance V = RRᵀ. */
final class CovarianceRootGradient {

    private CovarianceRootGradient() {}

    /**
     * Twice the derivative in the covariance, 2 dF/dV = X + Xᵀ. Here X = R⁻ᵀ Φ(Rᵀ Ā) R⁻¹, where Φ keeps the lower
     * triangle and halves its diagonal.
     *
     * @param root R, of order k, its diagonal not zero
     * @param slope lower triangle of Ā = dF/dR
     */
    static double[] twiceCovarianceGradient(double[] root, double[] slope, int k) {
        double[] x = lowerHalfProduct(root, slope, k);
        divideByTransposeFromLeft(root, x, k);
        divideFromRight(root, x, k);
        double[] twice = new double[k * k];
        for (int a = 0; a < k; a++) {
            for (int b = 0; b < k; b++) {
                twice[a * k + b] = x[a * k + b] + x[b * k + a];
            }
        }
        return twice;
    }

    private static double[] lowerHalfProduct(double[] root, double[] slope, int k) {
        double[] product = new double[k * k];
        for (int a = 0; a < k; a++) {
            for (int b = 0; b <= a; b++) {
                double sum = 0;
                for (int c = a; c < k; c++) {
                    sum += root[c * k + a] * slope[c * k + b];
                }
                product[a * k + b] = a == b ? 0.5 * sum : sum;
            }
        }
        return product;
    }

    private static void divideByTransposeFromLeft(double[] root, double[] x, int k) {
        for (int a = k - 1; a >= 0; a--) {
            for (int b = 0; b < k; b++) {
                double sum = x[a * k + b];
                for (int c = a + 1; c < k; c++) {
                    sum -= root[c * k + a] * x[c * k + b];
                }
                x[a * k + b] = sum / root[a * k + a];
            }
        }
    }

    private static void divideFromRight(double[] root, double[] x, int k) {
        for (int a = 0; a < k; a++) {
            for (int b = k - 1; b >= 0; b--) {
                double sum = x[a * k + b];
                for (int c = b + 1; c < k; c++) {
                    sum -= x[a * k + c] * root[c * k + b];
                }
                x[a * k + b] = sum / root[b * k + b];
            }
        }
    }
}
