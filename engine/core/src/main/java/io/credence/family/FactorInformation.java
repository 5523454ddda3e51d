package io.credence.family;

import io.credence.linalg.Symmetric;
import io.credence.linalg.Triangular;
import io.credence.linalg.Vectors;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fisher information of a full Gaussian in (μ, C), P = CCᵀ ({@link FactorParameters}). With dC = CE it is dμᵀP dμ +
 * Σ_{i>j} E_ij² + 2 Σ_i E_ii²; natural parameters are Pμ and P.
 */
record FactorInformation(FullGaussian posterior) implements FisherInformation {

    private int d() {
        return posterior.mean().length;
    }

    private double[] factor() {
        return posterior.cholesky().factor();
    }

    private double[] meanPart(double[] vector) {
        return Arrays.copyOf(vector, d());
    }

    /**
     * Product of the Fisher information with a move of λ. The part in C is the lower triangle of C⁻ᵀ times the gradient
     * in E.
     */
    @Override
    public double[] times(double[] move) {
        int d = d();
        double[] change = Triangular.changeOfEntries(move, d, factor(), d);
        double[] whitened = Triangular.mapColumns(change, d, posterior.cholesky()::solveFactor);
        for (int i = 0; i < d; i++) {
            whitened[i * d + i] *= 2;
        }
        double[] inFactor = Triangular.mapColumns(whitened, d, posterior.cholesky()::solveTransposed);
        return Vectors.concatenate(
                posterior.precisionTimes(meanPart(move)),
                List.of(Triangular.gradientInLogCholesky(inFactor, factor(), d)));
    }

    @Override
    public double[] solve(double[] gradient) {
        int d = d();
        double[] inFactor = Triangular.gradientInEntries(gradient, d, factor(), d);
        double[] whitened = Triangular.mapColumns(inFactor, d, posterior.cholesky()::multiplyByTransposedFactor);
        for (int i = 0; i < d; i++) {
            whitened[i * d + i] /= 2;
        }
        double[] change = Triangular.mapColumns(whitened, d, posterior.cholesky()::multiplyByFactor);
        for (int i = 0; i < d; i++) {
            change[i * d + i] /= factor()[i * d + i];
        }
        return Vectors.concatenate(posterior.covarianceTimes(meanPart(gradient)), List.of(Symmetric.pack(change, d)));
    }

    /** Member with precision P + {@code share} C(E + Eᵀ)Cᵀ, whose Pμ is increased by {@code share} d(Pμ). */
    @Override
    public @Nullable FullGaussian posteriorAlong(double[] move, double share) {
        int d = d();
        double[] change = Triangular.changeOfEntries(move, d, factor(), d);
        double[] c = factor();
        double[] precision = posterior.precision().clone();
        for (int i = 0, e = 0; i < d; i++) {
            for (int j = 0; j <= i; j++, e++) {
                precision[e] += share
                        * (FreeParameterAlgebra.dot(change, i * d, c, j * d, j + 1)
                                + FreeParameterAlgebra.dot(c, i * d, change, j * d, j + 1));
            }
        }
        FullGaussian turned = posterior.with(posterior.mean(), precision);
        if (turned == null) {
            return null;
        }
        double[] moved = turned.covarianceTimes(posterior.precisionTimes(meanPart(move)));
        double[] mean = posterior.mean().clone();
        FreeParameterAlgebra.add(mean, 0, share, moved, 0, d);
        return turned.withMean(mean);
    }
}
