package io.credence.family;

import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Gaussian factor t(θ) ∝ exp(hᵀθ − ½ θᵀJθ) in its natural parameters: what some rows, or a prior, show of the coefficients. A
 * product of factors is the sum of their parameters; J need not be positive definite (Minka 2001, expectation propagation).
 *
 * @param linear h
 * @param precision J, its packed lower triangle by rows
 */
public record GaussianSite(double[] linear, double[] precision) implements Serializable {

    public GaussianSite {
        if (precision.length != Symmetric.packedLength(linear.length)) {
            throw new IllegalArgumentException("a site of " + linear.length + " coefficients must have "
                    + Symmetric.packedLength(linear.length) + " packed numbers but has " + precision.length);
        }
        if (!Arrays.stream(linear).allMatch(Double::isFinite)
                || !Arrays.stream(precision).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException("a site must have finite numbers but has not");
        }
    }

    /** A factor without information. */
    public static GaussianSite nothing(int dimension) {
        return new GaussianSite(new double[dimension], new double[Symmetric.packedLength(dimension)]);
    }

    /** A Gaussian of that mean and packed precision, up to its constant. */
    public static GaussianSite around(double[] mean, double[] precision) {
        return new GaussianSite(Symmetric.multiplyPacked(precision, mean), precision);
    }

    /** Number of coefficients. */
    public int dimension() {
        return linear.length;
    }

    /** The same to that power, times another one. */
    public GaussianSite plus(double times, GaussianSite other) {
        return new GaussianSite(
                Vectors.plus(linear, times, other.linear), Vectors.plus(precision, times, other.precision));
    }

    /** To that power. */
    public GaussianSite times(double power) {
        return new GaussianSite(Vectors.scaled(power, linear), Vectors.scaled(power, precision));
    }

    /** The product of both. */
    public GaussianSite plus(GaussianSite other) {
        return plus(1, other);
    }

    /** The product of all, and of this. */
    public GaussianSite plusAll(List<GaussianSite> others) {
        GaussianSite sum = this;
        for (GaussianSite other : others) {
            sum = sum.plus(other);
        }
        return sum;
    }

    /** The Gaussian that is proportional to it; null if J is not positive definite. */
    public @Nullable FullGaussian normal(DenseKernel kernel) {
        Cholesky root = Cholesky.of(kernel, Symmetric.unpack(precision, dimension()), dimension());
        return root == null ? null : FullGaussian.of(kernel, root.solve(linear), precision);
    }

    /** The factor of {@code factors[j]} θ_j. */
    public GaussianSite rescaled(double[] factors) {
        double[] h = linear.clone();
        for (int i = 0; i < h.length; i++) {
            h[i] /= factors[i];
        }
        return new GaussianSite(h, Symmetric.rescaled(precision, factors));
    }

    /**
     * The same factor of more coefficients, on which it has no information.
     *
     * @param places where each of its own is among them
     */
    public GaussianSite among(int[] places, int dimension) {
        double[] h = new double[dimension];
        double[] j = new double[Symmetric.packedLength(dimension)];
        for (int i = 0, at = 0; i < places.length; i++) {
            h[places[i]] = linear[i];
            for (int k = 0; k <= i; k++, at++) {
                int row = Math.max(places[i], places[k]);
                j[Symmetric.packedLength(row) + Math.min(places[i], places[k])] = precision[at];
            }
        }
        return new GaussianSite(h, j);
    }
}
