package io.credence.divergence;

import io.credence.autodiff.Polygamma;
import io.credence.family.NormalInverseGamma;
import io.credence.family.NormalInverseGammaGradient;
import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import java.util.Arrays;
import org.hipparchus.special.Gamma;
import org.jspecify.annotations.Nullable;

/**
 * Log integrals log ∫q^s π^t of two joint laws of d coefficients and a variance, q = N(μ, vV) IG(a, b) and π = N(μ0, vV0)
 * IG(a0, b0) (Knoblauch et al. 2022, equations 79 and 80), over the coefficients and the variance itself. With T = sV0 +
 * tV, δ = μ − μ0, A = s(a + 1) + t(a0 + 1) + (s + t − 1)d/2 − 1 and B = sb + tb0 + ½st δᵀT⁻¹δ the integral is
 * Z(a, b)^−s Z(a0, b0)^−t (2π)^{−(s+t−1)d/2} |V|^{−(s−1)/2} |V0|^{−(t−1)/2} |T|^{−½} Γ(A)B^{−A}, where Z(a, b) = Γ(a)b^{−a}. It exists
 * where T is positive definite and A and B are positive.
 */
final class NormalInverseGammaOverlap {

    private NormalInverseGammaOverlap() {}

    /** Log integral log ∫q^s π^t with its gradient in the parameters of q; null where it does not exist. */
    static @Nullable NormalInverseGammaGradient logIntegral(
            double s, double t, NormalInverseGamma q, NormalInverseGamma prior) {
        int d = q.coefficientCount();
        double[] combined = Vectors.plusScaled(Vectors.scaled(s, prior.scaleMatrix()), t, q.scaleMatrix());
        Cholesky root = Cholesky.of(JavaDenseKernel.INSTANCE, combined, d);
        double[] inverse = inverse(q);
        if (root == null || inverse == null) {
            return null;
        }
        double[] apart = Vectors.difference(q.location(), prior.location());
        double[] u = root.solve(apart);
        double shape = s * (q.shape() + 1) + t * (prior.shape() + 1) + 0.5 * (s + t - 1) * d - 1;
        double scale = s * q.scale() + t * prior.scale() + 0.5 * s * t * Vectors.dot(apart, u);
        if (!(shape > 0 && scale > 0)) {
            return null;
        }
        double logs = (s + t - 1) * d * Math.log(2 * Math.PI)
                + (s - 1) * q.logDeterminant()
                + (t - 1) * prior.logDeterminant()
                + root.logDeterminant();
        double value = s * logConstant(q)
                + t * logConstant(prior)
                - 0.5 * logs
                + Gamma.logGamma(shape)
                - shape * Math.log(scale);
        double precision = shape / scale;
        double[] matrix = Vectors.plusScaled(Vectors.scaled(0.5 * (1 - s), inverse), -0.5 * t, root.inverse());
        addOuter(0.5 * precision * s * t * t, u, matrix);
        return new NormalInverseGammaGradient(
                value,
                Vectors.scaled(-precision * s * t, u),
                matrix,
                s * (Math.log(q.scale() / scale) + Polygamma.of(0, shape) - Polygamma.of(0, q.shape())),
                s * (q.shape() / q.scale() - precision));
    }

    /** Log integral log ∫q^p with its gradient; null where it does not exist. */
    static @Nullable NormalInverseGammaGradient logIntegral(double p, NormalInverseGamma q) {
        int d = q.coefficientCount();
        double shape = p * (q.shape() + 1) + 0.5 * (p - 1) * d - 1;
        double[] inverse = inverse(q);
        if (!(p > 0 && shape > 0) || inverse == null) {
            return null;
        }
        double scale = p * q.scale();
        double logs = (p - 1) * (d * Math.log(2 * Math.PI) + q.logDeterminant()) + d * Math.log(p);
        return new NormalInverseGammaGradient(
                p * logConstant(q) - 0.5 * logs + Gamma.logGamma(shape) - shape * Math.log(scale),
                new double[d],
                Vectors.scaled(0.5 * (1 - p), inverse),
                p * (Math.log(q.scale() / scale) + Polygamma.of(0, shape) - Polygamma.of(0, q.shape())),
                p * (q.shape() / q.scale() - shape / scale));
    }

    /**
     * Kullback–Leibler divergence KL(q ‖ π) with its gradient: that of the variances, and ½[tr(V0⁻¹V) − d + log|V0| − log|V|
     * + (a/b) δᵀV0⁻¹δ].
     */
    static NormalInverseGammaGradient kullbackLeibler(NormalInverseGamma q, NormalInverseGamma prior) {
        int d = q.coefficientCount();
        double[] priorInverse = inverse(prior);
        double[] ownInverse = inverse(q);
        if (priorInverse == null || ownInverse == null) {
            return NormalInverseGammaGradient.infinite(d);
        }
        double[] apart = Vectors.difference(q.location(), prior.location());
        double[] u = Symmetric.multiply(priorInverse, apart);
        double half = 0.5 * Vectors.dot(apart, u);
        double a = q.shape();
        double b = q.scale();
        double ofVariance = (a - prior.shape()) * Polygamma.of(0, a)
                - Gamma.logGamma(a)
                + Gamma.logGamma(prior.shape())
                + prior.shape() * Math.log(b / prior.scale())
                + a * (prior.scale() - b) / b;
        double given = Vectors.dot(priorInverse, q.scaleMatrix()) - d + prior.logDeterminant() - q.logDeterminant();
        return new NormalInverseGammaGradient(
                ofVariance + 0.5 * given + a / b * half,
                Vectors.scaled(a / b, u),
                Vectors.scaled(0.5, Vectors.difference(priorInverse, ownInverse)),
                (a - prior.shape()) * Polygamma.of(1, a) + (prior.scale() + half - b) / b,
                (prior.shape() - a * (prior.scale() + half) / b) / b);
    }

    /** Log normalising constant a log b − log Γ(a) of the variance's law. */
    private static double logConstant(NormalInverseGamma law) {
        return law.shape() * Math.log(law.scale()) - Gamma.logGamma(law.shape());
    }

    /** Inverse V⁻¹ of a law's scale matrix, both triangles; null where its entries leave the range of numbers. */
    private static double @Nullable [] inverse(NormalInverseGamma law) {
        Cholesky root = Cholesky.of(JavaDenseKernel.INSTANCE, law.scaleMatrix(), law.coefficientCount());
        return root == null ? null : root.inverse();
    }

    private static void addOuter(double factor, double[] u, double[] into) {
        Arrays.setAll(into, at -> into[at] + factor * u[at / u.length] * u[at % u.length]);
    }
}
