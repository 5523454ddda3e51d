package io.credence.family;

import io.credence.autodiff.Polygamma;
import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Triangular;
import io.credence.linalg.Vectors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Fisher information of a Wishart in (ν, L), V = LLᵀ. With dL = LE it is ¼ Σ ψ′((ν − i)/2) dν² + 2 dν tr E + ν(Σ_{i>j}
 * E_ij² + 2 Σ_i E_ii²); natural parameters are ν and V⁻¹.
 */
record WishartInformation(WishartPosterior posterior) implements FisherInformation {

    /** Fisher information of ν at constant V. */
    static double degreesInformation(WishartPosterior q) {
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

    /** Matrix E = L⁻¹dL of a move of λ. */
    private double[] whitened(double[] move) {
        int n = posterior.order();
        return Triangular.mapColumns(
                Triangular.changeOfEntries(move, 1, posterior.root(), n), n, posterior.scaleCholesky()::solveFactor);
    }

    @Override
    public double[] times(double[] move) {
        int n = posterior.order();
        double nu = posterior.degreesOfFreedom();
        double degrees = posterior.excess() * move[0];
        double[] e = whitened(move);
        double inDegrees = degreesInformation(posterior) * degrees + trace(e, n);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                e[i * n + j] = i == j ? 2 * nu * e[i * n + i] + degrees : nu * e[i * n + j];
            }
        }
        double[] inRoot = Triangular.mapColumns(e, n, posterior.scaleCholesky()::solveTransposed);
        return Vectors.concatenate(
                new double[] {posterior.excess() * inDegrees},
                List.of(Triangular.gradientInLogCholesky(inRoot, posterior.root(), n)));
    }

    @Override
    public double[] solve(double[] gradient) {
        int n = posterior.order();
        double nu = posterior.degreesOfFreedom();
        double[] e = Triangular.mapColumns(
                Triangular.gradientInEntries(gradient, 1, posterior.root(), n),
                n,
                posterior.scaleCholesky()::multiplyByTransposedFactor);
        double degrees = (gradient[0] / posterior.excess() - trace(e, n) / (2 * nu))
                / (degreesInformation(posterior) - n / (2 * nu));
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                e[i * n + j] = i == j ? (e[i * n + i] - degrees) / (2 * nu) : e[i * n + j] / nu;
            }
        }
        double[] change = Triangular.mapColumns(e, n, posterior.scaleCholesky()::multiplyByFactor);
        for (int i = 0; i < n; i++) {
            change[i * n + i] /= posterior.root()[i * n + i];
        }
        return Vectors.concatenate(new double[] {degrees / posterior.excess()}, List.of(Symmetric.pack(change, n)));
    }

    /** Member with V⁻¹ equal to L⁻ᵀKL⁻¹, where K = I − {@code share} (E + Eᵀ). */
    @Override
    public @Nullable WishartPosterior posteriorAlong(double[] move, double share) {
        int n = posterior.order();
        double nu = posterior.degreesOfFreedom() + share * posterior.excess() * move[0];
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
                : new WishartPosterior(
                        nu,
                        Triangular.mapColumns(turn.factor(), n, posterior.scaleCholesky()::multiplyByFactor),
                        posterior.scaleFactors());
    }
}
