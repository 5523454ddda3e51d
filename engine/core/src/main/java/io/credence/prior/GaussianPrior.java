package io.credence.prior;

import io.credence.family.Blocks;
import io.credence.family.FullGaussian;
import io.credence.family.GaussianPosterior;
import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.Symmetric;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Normal prior of the coefficients, N(μ0, P0⁻¹). They are independent in it, unless it is the posterior of an earlier
 * fit.
 *
 * @param mean μ0
 * @param precision diagonal of P0; 0 where there is no normal prior, but some other term
 * @param offDiagonalPrecision off-diagonal part of P0; null where it is diagonal
 */
public record GaussianPrior(
        double[] mean, double[] precision, @Nullable OffDiagonalPrecision offDiagonalPrecision)
        implements Serializable {

    public GaussianPrior {
        if (mean.length != precision.length) {
            throw new IllegalArgumentException("prior mean and precision must have the same length but have "
                    + mean.length + " and " + precision.length);
        }
        for (double p : precision) {
            if (!(p >= 0) || p == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("a prior precision must be at least 0 and finite but was " + p);
            }
        }
    }

    /** Prior of independent coefficients. */
    public GaussianPrior(double[] mean, double[] precision) {
        this(mean, precision, null);
    }

    /** Prior N(mean, sd²) of each of {@code dimension} independent coefficients. */
    public static GaussianPrior of(int dimension, double mean, double sd) {
        double[] means = new double[dimension];
        double[] precisions = new double[dimension];
        Arrays.fill(means, mean);
        Arrays.fill(precisions, 1 / (sd * sd));
        return new GaussianPrior(means, precisions);
    }

    /**
     * Prior of coefficients that depend on each other.
     *
     * @param packed lower triangle of P0 by rows; a coefficient without a normal prior has zeros
     * @throws IllegalArgumentException if P0 is not positive definite over the others
     */
    public static GaussianPrior ofPrecision(double[] mean, double[] packed) {
        int d = mean.length;
        double[] diagonal = new double[d];
        double[] lower = packed.clone();
        for (int j = 0; j < d; j++) {
            int at = Symmetric.packedLength(j + 1) - 1;
            diagonal[j] = packed[at];
            lower[at] = 0;
        }
        boolean independent = Arrays.stream(lower).allMatch(entry -> entry == 0);
        return new GaussianPrior(mean, diagonal, independent ? null : OffDiagonalPrecision.of(diagonal, lower));
    }

    /** Number of coefficients. */
    public int dimension() {
        return mean.length;
    }

    /** Whether P0 is diagonal. */
    public boolean isIndependent() {
        return offDiagonalPrecision == null;
    }

    /** Standard deviations, infinite where there is no normal prior. */
    public double[] sd() {
        double[] sd = new double[dimension()];
        Arrays.setAll(sd, j -> offDiagonalPrecision == null ? 1 / Math.sqrt(precision[j]) : offDiagonalPrecision.sd(j));
        return sd;
    }

    /** Covariance P0⁻¹, row-major, of coefficients that all have a normal prior. */
    public double[] covariance() {
        int d = dimension();
        if (offDiagonalPrecision != null) {
            return offDiagonalPrecision.covariance().clone();
        }
        double[] covariance = new double[d * d];
        for (int j = 0; j < d; j++) {
            covariance[j * d + j] = 1 / precision[j];
        }
        return covariance;
    }

    /** Product P0 v with the precision. */
    public double[] multiplyByPrecision(double[] v) {
        double[] product = offDiagonalPrecision == null
                ? new double[v.length]
                : Symmetric.multiplyPacked(offDiagonalPrecision.packedLower(), v);
        for (int j = 0; j < v.length; j++) {
            product[j] += precision[j] * v[j];
        }
        return product;
    }

    /** Entries of P0 within the given blocks, packed by blocks. */
    public double[] precisionInBlocks(Blocks blocks) {
        double[] off = offDiagonalPrecision == null
                ? new double[blocks.packedLength()]
                : blocks.packedWithinBlocks(offDiagonalPrecision.packedLower());
        return blocks.plusDiagonal(off, precision);
    }

    /** Trace tr(P0 S), S the covariance of q. */
    public double traceTimes(GaussianPosterior q) {
        double trace = q.weightedTrace(precision);
        Blocks blocks = q.blocks();
        if (offDiagonalPrecision == null || blocks.packedLength() == dimension()) {
            return trace;
        }
        List<FullGaussian> parts = q.blockGaussians();
        for (int b = 0; b < parts.size(); b++) {
            double[] covariance = parts.get(b).covariance();
            int n = blocks.size(b);
            for (int i = 0; i < n; i++) {
                int row = Symmetric.packedLength(blocks.firstCoefficient(b) + i) + blocks.firstCoefficient(b);
                for (int j = 0; j < i; j++) {
                    trace += 2 * offDiagonalPrecision.packedLower()[row + j] * covariance[i * n + j];
                }
            }
        }
        return trace;
    }

    /** Gradient ∇ log π = P0(μ0 − θ). */
    public double[] gradient(double[] theta) {
        double[] gradient = new double[theta.length];
        for (int j = 0; j < theta.length; j++) {
            gradient[j] = mean[j] - theta[j];
        }
        return multiplyByPrecision(gradient);
    }

    /** Log density log π(θ), nats, of the entries that have a normal prior. */
    public double logDensity(double[] theta) {
        double normalisation = 0.5 * (logDeterminantPrecision() - (dimension() - flatCount()) * Math.log(2 * Math.PI));
        return normalisation - halfSquaredDistance(theta);
    }

    /** Half of the squared Mahalanobis distance, ½(θ − μ0)ᵀP0(θ − μ0). */
    public double halfSquaredDistance(double[] theta) {
        double[] deviation = new double[theta.length];
        double sum = 0;
        for (int j = 0; j < theta.length; j++) {
            deviation[j] = theta[j] - mean[j];
            sum += precision[j] * deviation[j] * deviation[j];
        }
        if (offDiagonalPrecision != null) {
            sum += Symmetric.quadraticForm(offDiagonalPrecision.packedLower(), deviation);
        }
        return 0.5 * sum;
    }

    /** Log determinant log |P0| over the entries that have a normal prior. */
    public double logDeterminantPrecision() {
        if (offDiagonalPrecision != null) {
            return offDiagonalPrecision.logDeterminant();
        }
        double sum = 0;
        for (double p : precision) {
            sum += p > 0 ? Math.log(p) : 0;
        }
        return sum;
    }

    /** Number of entries without a normal prior. */
    public int flatCount() {
        int flat = 0;
        for (double p : precision) {
            flat += p > 0 ? 0 : 1;
        }
        return flat;
    }

    /** Prior with precision 1 where there is no normal prior, otherwise equal. */
    public GaussianPrior withUnitPrecision() {
        if (flatCount() == 0) {
            return this;
        }
        double[] precisions = Arrays.stream(precision).map(p -> p > 0 ? p : 1).toArray();
        return new GaussianPrior(
                mean,
                precisions,
                offDiagonalPrecision == null
                        ? null
                        : OffDiagonalPrecision.of(precisions, offDiagonalPrecision.packedLower()));
    }

    /** Prior of the rescaled coefficients {@code factors[j]} θ_j. */
    public GaussianPrior rescaled(double[] factors) {
        double[] means = mean.clone();
        double[] precisions = precision.clone();
        for (int j = 0; j < means.length; j++) {
            means[j] *= factors[j];
            precisions[j] /= factors[j] * factors[j];
        }
        return new GaussianPrior(
                means,
                precisions,
                offDiagonalPrecision == null ? null : offDiagonalPrecision.rescaled(factors, precision));
    }

    /** Prior with one more parameter after the others, which has mean {@code at} and precision 0. */
    public GaussianPrior withFlatParameter(double at) {
        int d = dimension();
        double[] means = Arrays.copyOf(mean, d + 1);
        means[d] = at;
        double[] precisions = Arrays.copyOf(precision, d + 1);
        return new GaussianPrior(
                means,
                precisions,
                offDiagonalPrecision == null
                        ? null
                        : OffDiagonalPrecision.of(
                                precisions,
                                Arrays.copyOf(offDiagonalPrecision.packedLower(), Symmetric.packedLength(d + 1))));
    }

    /**
     * Prior of consecutive coefficients that are independent of all others.
     *
     * @throws IllegalArgumentException if they are not
     */
    public GaussianPrior marginal(int first, int size) {
        double[] means = Arrays.copyOfRange(mean, first, first + size);
        double[] precisions = Arrays.copyOfRange(precision, first, first + size);
        if (offDiagonalPrecision == null) {
            return new GaussianPrior(means, precisions);
        }
        double[] packed = new double[Symmetric.packedLength(size)];
        for (int i = 0, at = 0; i < dimension(); i++) {
            for (int j = 0; j <= i; j++, at++) {
                boolean in = i >= first && i < first + size;
                boolean alsoIn = j >= first && j < first + size;
                if (in && alsoIn) {
                    packed[Symmetric.packedLength(i - first) + j - first] =
                            i == j ? precision[i] : offDiagonalPrecision.packedLower()[at];
                } else if (in != alsoIn && offDiagonalPrecision.packedLower()[at] != 0) {
                    throw new IllegalArgumentException("parameters " + first + " to " + (first + size - 1)
                            + " must be independent of the others in the prior but are not");
                }
            }
        }
        return ofPrecision(means, packed);
    }

    /**
     * Off-diagonal part of the precision P0 of a normal prior, with the determinant and the inverse of P0.
     *
     * @param packedLower packed lower triangle of P0, with zeros on the diagonal
     * @param logDeterminant log |P0| over the entries that have a normal prior
     * @param covariance P0⁻¹, row-major; infinite on the diagonal of entries that have none
     */
    record OffDiagonalPrecision(double[] packedLower, double logDeterminant, double[] covariance)
            implements Serializable {

        /**
         * Off-diagonal part beside the given diagonal.
         *
         * @throws IllegalArgumentException if P0 is not positive definite over the entries that have a normal prior
         */
        static OffDiagonalPrecision of(double[] diagonal, double[] lower) {
            int d = diagonal.length;
            double[] matrix = Symmetric.unpackLower(lower, d);
            for (int j = 0; j < d; j++) {
                matrix[j * d + j] = diagonal[j] > 0 ? diagonal[j] : 1;
            }
            Cholesky root = Cholesky.of(JavaDenseKernel.INSTANCE, matrix, d);
            if (root == null) {
                throw new IllegalArgumentException("the precision of a normal prior must be positive definite over " + d
                        + " coefficients but is not");
            }
            double[] covariance = root.inverse();
            for (int j = 0; j < d; j++) {
                covariance[j * d + j] = diagonal[j] > 0 ? covariance[j * d + j] : Double.POSITIVE_INFINITY;
            }
            return new OffDiagonalPrecision(lower, root.logDeterminant(), covariance);
        }

        int dimension() {
            return (int) Math.round(Math.sqrt(covariance.length));
        }

        double sd(int j) {
            return Math.sqrt(covariance[j * dimension() + j]);
        }

        /**
         * Off-diagonal part of the rescaled coefficients, each multiplied by its factor. An entry of P0 is divided by
         * both of its factors, and one of its inverse multiplied.
         *
         * @param diagonal diagonal of P0 before, 0 where there is no normal prior
         */
        OffDiagonalPrecision rescaled(double[] factors, double[] diagonal) {
            double[] inverse = covariance.clone();
            double determinant = logDeterminant;
            int d = factors.length;
            for (int i = 0; i < d; i++) {
                determinant -= diagonal[i] > 0 ? 2 * Math.log(Math.abs(factors[i])) : 0;
                for (int j = 0; j < d; j++) {
                    inverse[i * d + j] *= factors[i] * factors[j];
                }
            }
            return new OffDiagonalPrecision(Symmetric.rescaled(packedLower, factors), determinant, inverse);
        }
    }
}
