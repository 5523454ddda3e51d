package io.credence.family;

import io.credence.linalg.LogCholesky;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * That of a full Gaussian in (μ, C), P = CCᵀ ({@link FactorParameters}). With dC = CE it is dμᵀP dμ + Σ_{i>j} E_ij² + 2 Σ_i E_ii²;
 * natural parameters are Pμ and P.
 */
record FactorInformation(FullGaussian at) implements FisherInformation {

    private int d() {
        return at.mean().length;
    }

    private double[] factor() {
        return at.cholesky().factor();
    }

    @Override
    public double[] times(double[] move) {
        int d = d();
        double[] weighted = whitened(move);
        for (int i = 0; i < d; i++) {
            weighted[i * d + i] *= 2;
        }
        // The gradient in C is the lower triangle of C⁻ᵀ times that in E.
        double[] inFactor = new double[d * d];
        for (int column = 0; column < d; column++) {
            double[] solved = at.cholesky().solveTransposed(column(weighted, column));
            for (int i = column; i < d; i++) {
                inFactor[i * d + column] = solved[i];
            }
        }
        return joined(at.precisionTimes(Arrays.copyOf(move, d)), LogCholesky.gradient(inFactor, factor(), d));
    }

    @Override
    public double[] solve(double[] gradient) {
        int d = d();
        double[] inFactor = entries(gradient, true);
        double[] whitened = new double[d * d];
        for (int column = 0; column < d; column++) {
            double[] products = at.cholesky().timesTransposed(column(inFactor, column));
            for (int i = column; i < d; i++) {
                whitened[i * d + column] = i == column ? 0.5 * products[i] : products[i];
            }
        }
        double[] change = new double[d * d];
        for (int column = 0; column < d; column++) {
            double[] products = at.cholesky().times(column(whitened, column));
            for (int i = column; i < d; i++) {
                change[i * d + column] = i == column ? products[i] / factor()[i * d + i] : products[i];
            }
        }
        double[] packed = new double[gradient.length - d];
        for (int i = 0; i < d; i++) {
            System.arraycopy(change, i * d, packed, LogCholesky.index(i, 0), i + 1);
        }
        return joined(at.covarianceTimes(Arrays.copyOf(gradient, d)), packed);
    }

    /** P + share C(E + Eᵀ)Cᵀ, and Pμ + share d(Pμ). */
    @Override
    public @Nullable FullGaussian along(double[] move, double share) {
        int d = d();
        double[] change = entries(move, false);
        double[] c = factor();
        double[] precision = at.precision().clone();
        for (int i = 0, e = 0; i < d; i++) {
            for (int j = 0; j <= i; j++, e++) {
                precision[e] += share
                        * (FreeParameters.dot(change, i * d, c, j * d, j + 1)
                                + FreeParameters.dot(c, i * d, change, j * d, j + 1));
            }
        }
        FullGaussian turned = at.with(at.mean(), precision);
        if (turned == null) {
            return null;
        }
        double[] moved = turned.covarianceTimes(at.precisionTimes(Arrays.copyOf(move, d)));
        double[] mean = at.mean().clone();
        FreeParameters.add(mean, 0, share, moved, 0, d);
        return turned.withMean(mean);
    }

    /** E = C⁻¹dC of a move. */
    private double[] whitened(double[] move) {
        int d = d();
        double[] change = entries(move, false);
        double[] whitened = new double[d * d];
        for (int column = 0; column < d; column++) {
            double[] solved = at.cholesky().solveFactor(column(change, column));
            for (int i = column; i < d; i++) {
                whitened[i * d + column] = solved[i];
            }
        }
        return whitened;
    }

    /** What is packed behind the mean in entries of C: a move of them, or the gradient in them. */
    private double[] entries(double[] vector, boolean gradient) {
        int d = d();
        double[] entries = new double[d * d];
        for (int i = 0; i < d; i++) {
            System.arraycopy(vector, d + LogCholesky.index(i, 0), entries, i * d, i + 1);
            double diagonal = factor()[i * d + i];
            entries[i * d + i] *= gradient ? 1 / diagonal : diagonal;
        }
        return entries;
    }

    private double[] column(double[] matrix, int column) {
        double[] own = new double[d()];
        Arrays.setAll(own, i -> matrix[i * own.length + column]);
        return own;
    }

    private static double[] joined(double[] mean, double[] factor) {
        double[] both = Arrays.copyOf(mean, mean.length + factor.length);
        System.arraycopy(factor, 0, both, mean.length, factor.length);
        return both;
    }
}
