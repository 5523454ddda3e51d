package io.credence.family;

import io.credence.autodiff.Polygamma;
import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.LogCholesky;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fisher information of a Wishart in (ν, L), V = LLᵀ. With dL = LE it is ¼ Σ ψ′((ν − i)/2) dν² + 2 dν tr E + ν(Σ_{i>j}
 * E_ij² + 2 Σ_i E_ii²); natural parameters are ν and V⁻¹.
 */
record WishartInformation(WishartPosterior at) implements FisherInformation {

    /** Fisher information of ν at constant V. */
    static double ofDegrees(WishartPosterior q) {
        double sum = 0;
        for (int i = 0; i < q.order(); i++) {
            sum += 0.25 * Polygamma.of(1, q.law(i).a());
        }
        return sum;
    }

    private static double trace(double[] matrix, int n) {
        double trace = 0;
        for (int i = 0; i < n; i++) {
            trace += matrix[i * n + i];
        }
        return trace;
    }

    /** Matrix E of a move of λ. */
    private double[] whitened(double[] move) {
        int n = at.order();
        return LowerTriangle.each(LowerTriangle.change(move, 1, at.root(), n), n, at.scale()::solveFactor);
    }

    @Override
    public double[] times(double[] move) {
        int n = at.order();
        double nu = at.degreesOfFreedom();
        double degrees = at.excess() * move[0];
        double[] e = whitened(move);
        double inDegrees = ofDegrees(at) * degrees + trace(e, n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                e[i * n + j] = i == j ? 2 * nu * e[i * n + i] + degrees : nu * e[i * n + j];
            }
        }
        double[] inRoot = LowerTriangle.each(e, n, at.scale()::solveTransposed);
        return Vectors.joined(
                new double[] {at.excess() * inDegrees}, List.of(LogCholesky.gradient(inRoot, at.root(), n)));
    }

    @Override
    public double[] solve(double[] gradient) {
        int n = at.order();
        double nu = at.degreesOfFreedom();
        double[] e =
                LowerTriangle.each(LowerTriangle.gradient(gradient, 1, at.root(), n), n, at.scale()::timesTransposed);
        double degrees = (gradient[0] / at.excess() - trace(e, n) / (2 * nu)) / (ofDegrees(at) - n / (2 * nu));
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                e[i * n + j] = i == j ? (e[i * n + i] - degrees) / (2 * nu) : e[i * n + j] / nu;
            }
        }
        double[] change = LowerTriangle.each(e, n, at.scale()::times);
        for (int i = 0; i < n; i++) {
            change[i * n + i] /= at.root()[i * n + i];
        }
        return Vectors.joined(new double[] {degrees / at.excess()}, List.of(Symmetric.pack(change, n)));
    }

    /** Member whose V⁻¹ is L⁻ᵀKL⁻¹, K = I − share (E + Eᵀ). */
    @Override
    public @Nullable WishartPosterior along(double[] move, double share) {
        int n = at.order();
        double nu = at.degreesOfFreedom() + share * at.excess() * move[0];
        double[] e = whitened(move);
        double[] k = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                k[i * n + j] = (i == j ? 1 : 0) - share * (e[i * n + j] + e[j * n + i]);
            }
        }
        Cholesky inside = Cholesky.of(JavaDenseKernel.INSTANCE, k, n);
        if (inside == null || !(nu > n - 1 && nu < Double.POSITIVE_INFINITY)) {
            return null;
        }
        Cholesky turn = Cholesky.of(JavaDenseKernel.INSTANCE, inside.inverse(), n);
        return turn == null
                ? null
                : new WishartPosterior(nu, LowerTriangle.each(turn.factor(), n, at.scale()::times), at.multiples());
    }
}
