package io.credence.family;

import io.credence.linalg.Cholesky;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Triangular;
import java.util.Arrays;

/**
 * Unconstrained parameters λ of a full Gaussian: μ, then the Cholesky factor C of its precision by rows, with
 * logarithms on its diagonal.
 *
 * @param mean μ
 * @param cholesky factorisation P = CCᵀ of the precision
 */
record FactorParameters(double[] mean, Cholesky cholesky) {

    /** Vector λ, d + d(d+1)/2 numbers. */
    double[] toVector() {
        int d = mean.length;
        double[] factor = Triangular.toLogCholesky(cholesky.factor(), d);
        double[] parameters = Arrays.copyOf(mean, d + factor.length);
        System.arraycopy(factor, 0, parameters, d, factor.length);
        return parameters;
    }

    /** Index in λ of an entry of C. */
    private static int index(int d, int row, int column) {
        return d + Triangular.index(row, column);
    }

    /** Packed precision from a vector λ. */
    static double[] precision(double[] parameters, int d) {
        return Triangular.packedSquare(Triangular.ofLogCholesky(parameters, d, d), d);
    }

    /** Scale on which each entry of λ varies. */
    double[] parameterScales(double[] sd) {
        int d = mean.length;
        double[] units = Arrays.copyOf(sd, d + Symmetric.packedLength(d));
        for (int i = 0; i < d; i++) {
            Arrays.fill(units, index(d, i, 0), index(d, i, i), 1 / units[i]);
            units[index(d, i, i)] = 1;
        }
        return units;
    }

    /** Adds the gradient at a draw, pulled back to λ: with x = C⁻ᵀε and h = C⁻¹g, ∇_C = −x hᵀ. */
    void addPullback(double[] standard, double[] gradient, double[] into) {
        int d = mean.length;
        double[] x = cholesky.solveTransposed(standard);
        double[] h = cholesky.solveFactor(gradient);
        for (int i = 0; i < d; i++) {
            into[i] += gradient[i];
            FreeParameterAlgebra.add(into, index(d, i, 0), -x[i], h, 0, i);
            into[index(d, i, i)] -= x[i] * h[i] * diagonal(i);
        }
    }

    private double diagonal(int i) {
        return cholesky.factor()[i * mean.length + i];
    }

    /** Adds the score in λ: with w = Cᵀδ, ∇_μ = Cw and ∇_C = diag(C)⁻¹ − δ wᵀ. */
    void addScore(double[] theta, double weight, double[] into) {
        int d = mean.length;
        double[] deviation = theta.clone();
        FreeParameterAlgebra.add(deviation, 0, -1, mean, 0, d);
        double[] w = new double[d];
        for (int i = 0; i < d; i++) {
            FreeParameterAlgebra.add(w, 0, deviation[i], cholesky.factor(), i * d, i + 1);
        }
        FreeParameterAlgebra.add(into, 0, weight, cholesky.multiplyByFactor(w), 0, d);
        for (int i = 0; i < d; i++) {
            FreeParameterAlgebra.add(into, index(d, i, 0), -weight * deviation[i], w, 0, i);
            into[index(d, i, i)] += weight * (1 - deviation[i] * w[i] * diagonal(i));
        }
    }
}
