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
 * Gaussian factor of a posterior in natural parameters: the information of some rows, or of a prior, about the
 * coefficients. The factor is t(θ) ∝ exp(hᵀθ − ½ θᵀJθ). A product of factors is the sum of their parameters; J need not
 * be positive definite (Minka 2001, expectation propagation).
 *
 * @param linear h
 * @param precision packed lower triangle of J by rows
 */
public record GaussianFactor(double[] linear, double[] precision) implements Serializable {

    public GaussianFactor {
        if (precision.length != Symmetric.packedLength(linear.length)) {
            throw new IllegalArgumentException("a partition factor of " + linear.length + " coefficients must have "
                    + Symmetric.packedLength(linear.length) + " packed numbers but has " + precision.length);
        }
        if (!Arrays.stream(linear).allMatch(Double::isFinite)
                || !Arrays.stream(precision).allMatch(Double::isFinite)) {
            throw new IllegalArgumentException("a partition factor must have finite numbers but has not");
        }
    }

    /** Factor without information. */
    public static GaussianFactor flat(int dimension) {
        return new GaussianFactor(new double[dimension], new double[Symmetric.packedLength(dimension)]);
    }

    /** Factor of a Gaussian of the given mean and packed precision, up to its constant. */
    public static GaussianFactor around(double[] mean, double[] precision) {
        return new GaussianFactor(Symmetric.multiplyPacked(precision, mean), precision);
    }

    /** Number of coefficients. */
    public int dimension() {
        return linear.length;
    }

    /** Product of this factor and the power {@code times} of another one. */
    public GaussianFactor multipliedBy(double times, GaussianFactor other) {
        return new GaussianFactor(
                Vectors.plusScaled(linear, times, other.linear), Vectors.plusScaled(precision, times, other.precision));
    }

    /** Power of this factor. */
    public GaussianFactor toPower(double power) {
        return new GaussianFactor(Vectors.scaled(power, linear), Vectors.scaled(power, precision));
    }

    /** Product of this factor and another one. */
    public GaussianFactor multipliedBy(GaussianFactor other) {
        return multipliedBy(1, other);
    }

    /** Product of this factor and all others. */
    public GaussianFactor multipliedByAll(List<GaussianFactor> others) {
        GaussianFactor sum = this;
        for (GaussianFactor other : others) {
            sum = sum.multipliedBy(other);
        }
        return sum;
    }

    /** Gaussian that is proportional to the factor; null if J is not positive definite. */
    public @Nullable FullGaussian toGaussian(DenseKernel kernel) {
        Cholesky root = Cholesky.of(kernel, Symmetric.unpack(precision, dimension()), dimension());
        return root == null ? null : FullGaussian.of(kernel, root.solve(linear), precision);
    }

    /** Factor of the rescaled coefficients, {@code factors[j]} θ_j. */
    public GaussianFactor rescaled(double[] factors) {
        double[] h = linear.clone();
        for (int i = 0; i < h.length; i++) {
            h[i] /= factors[i];
        }
        return new GaussianFactor(h, Symmetric.rescaled(precision, factors));
    }

    /**
     * Factor over more coefficients, without information on the added ones.
     *
     * @param places index of each of this factor's coefficients among them
     */
    public GaussianFactor embedded(int[] places, int dimension) {
        double[] h = new double[dimension];
        double[] j = new double[Symmetric.packedLength(dimension)];
        for (int i = 0, at = 0; i < places.length; i++) {
            h[places[i]] = linear[i];
            for (int k = 0; k <= i; k++, at++) {
                int row = Math.max(places[i], places[k]);
                j[Symmetric.packedLength(row) + Math.min(places[i], places[k])] = precision[at];
            }
        }
        return new GaussianFactor(h, j);
    }
}
