package io.credence.divergence;

import io.credence.family.Blocks;
import io.credence.family.FullGaussian;
import io.credence.linalg.Cholesky;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Triangular;
import org.jspecify.annotations.Nullable;

/**
 * Overlap integral ∫q^a π^b of Gaussians with full covariances.
 *
 * @param excess the {@link OverlapBlock#excess}
 * @param scaledMeanDifference vector u = K⁻¹(μ − μ0)
 * @param weightedCovariance factorisation of K = aS0 + bS
 */
record DenseOverlap(double excess, double[] scaledMeanDifference, Cholesky weightedCovariance) implements OverlapBlock {

    /** Overlap of a posterior and a prior; null where K is not positive definite. */
    static @Nullable DenseOverlap of(double a, double b, FullGaussian q, FullGaussian prior) {
        int d = q.dimension();
        double[] sum = new double[d * d];
        for (int e = 0; e < sum.length; e++) {
            sum[e] = a * prior.covariance()[e] + b * q.covariance()[e];
        }
        Cholesky mixed = Cholesky.of(q.kernel(), sum, d);
        if (mixed == null) {
            return null;
        }
        double[] difference = GaussianConversions.meanDifference(q, prior);
        double[] u = mixed.solve(difference);
        double relative = a > 0
                ? (logDeterminantRatio(b / a, q, prior) - d * OrderChecks.logRatio(b / a)) / a
                : (mixed.logDeterminant() + prior.logDeterminantPrecision() - d * Math.log(a + b)) / b;
        double excess = relative;
        for (int j = 0; j < d; j++) {
            excess += a * difference[j] * u[j];
        }
        return Double.isNaN(excess) ? null : new DenseOverlap(excess, u, mixed);
    }

    /**
     * Scaled log determinant log|I + tS0⁻¹S|/t, or its limit tr(S0⁻¹S) at t = 0. A factorisation LDLᵀ keeps the excess
     * of the pivots over 1.
     */
    private static double logDeterminantRatio(double t, FullGaussian q, FullGaussian prior) {
        int d = q.dimension();
        double[] m = whitenedCovariance(q, prior);
        double[] pivots = new double[d];
        double sum = 0;
        for (int i = 0; i < d; i++) {
            // Row i of m becomes that of (L − I)/t.
            for (int j = 0; j <= i; j++) {
                double left = m[i * d + j];
                for (int k = 0; k < j; k++) {
                    left -= t * m[i * d + k] * m[j * d + k] * pivots[k];
                }
                m[i * d + j] = j < i ? left / pivots[j] : left;
            }
            double beyond = m[i * d + i];
            pivots[i] = 1 + t * beyond;
            if (!(pivots[i] > 0)) {
                return Double.NaN;
            }
            sum += beyond * OrderChecks.logRatio(t * beyond);
        }
        return sum;
    }

    /** Whitened covariance C0ᵀSC0, where P0 = C0C0ᵀ; it has the eigenvalues of S0⁻¹S. */
    private static double[] whitenedCovariance(FullGaussian q, FullGaussian prior) {
        int d = q.dimension();
        double[] root = Triangular.lowerProduct(
                q.cholesky().inverseFactor(), prior.cholesky().factor(), d);
        double[] product = new double[d * d];
        q.kernel().transposedProduct(root, d, product);
        return product;
    }

    @Override
    public Blocks blocks() {
        return Blocks.full(weightedCovariance.order());
    }

    @Override
    public double[] inverse() {
        return Symmetric.pack(weightedCovariance.inverse(), weightedCovariance.order());
    }
}
