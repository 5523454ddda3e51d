package io.credence.family;

import io.credence.data.CoefficientCovariance;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.NormalTail;
import io.credence.linalg.Vectors;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gaussian variational posterior q = N(μ, S) with precision P = S⁻¹, immutable. It has the operations that natural
 * gradients and exact expectations need, whatever the structure of P. A structure that does not have every matrix
 * within its blocks takes of a precision what is nearest: the T for which S(T − H)S vanishes wherever T may be chosen
 * is the natural-gradient target of a curvature H.
 */
public interface GaussianPosterior extends Posterior {

    @Override
    default GaussianPosterior gaussian() {
        return this;
    }

    /** Mean μ; not to be changed. */
    @Override
    double[] mean();

    /** Precision P in the packed form of {@link #blocks()}; not to be changed. */
    double[] precision();

    /** Blocks of coefficients; P is zero outside of them. */
    Blocks blocks();

    /** Whether the parameters are independent, so that P is diagonal, whatever the {@link #blocks()}. */
    default boolean isMeanField() {
        return false;
    }

    /** Whether this structure admits every positive definite matrix as a precision. */
    default boolean isFull() {
        return false;
    }

    /** Whether this structure admits every positive definite matrix within the {@link #blocks()} as a precision. */
    default boolean isUnconstrainedWithinBlocks() {
        return isFull() || isMeanField();
    }

    /**
     * Whether some parameter is nearly a linear combination of others, so that its conditional variance is lost to
     * rounding in P.
     */
    default boolean isNearlyCollinear() {
        return false;
    }

    /** Kernel that does this posterior's algebra. */
    DenseKernel kernel();

    /** Lower triangular root C of the precision, P = CCᵀ, d × d by rows; not to be changed. */
    default double[] precisionRoot() {
        return blocks().blockDiagonal(blockGaussians(), part -> part.cholesky().factor());
    }

    /** Inverse C⁻¹ of the root, d × d by rows; not to be changed. */
    default double[] inversePrecisionRoot() {
        return blocks().blockDiagonal(blockGaussians(), part -> part.cholesky().inverseFactor());
    }

    /**
     * Gaussian of the same structure with the given mean and those entries of the given precision that the structure
     * has.
     *
     * @param whole lower triangle of a d × d matrix, packed by rows
     * @return null if the precision is not positive definite
     */
    default @Nullable GaussianPosterior withWholePrecision(double[] mean, double[] whole) {
        return with(mean, blocks().packedWithinBlocks(whole));
    }

    /** Column {@code j} of the covariance S. */
    default double[] covarianceColumn(int j) {
        double[] unit = new double[dimension()];
        unit[j] = 1;
        return covarianceTimes(unit);
    }

    /** Product S v with the covariance. */
    double[] covarianceTimes(double[] v);

    /** Product P v with the precision. */
    double[] precisionTimes(double[] v);

    /** Deviation δ = θ − μ of the draw made from the standard normal numbers ε: a root of S times ε. */
    double[] deviation(double[] standard);

    /** Score v = Pδ of the draw made from the standard normal numbers ε, without a product with P. */
    double[] score(double[] standard);

    @Override
    default double[] draw(int stratum, double[] standard) {
        double[] theta = deviation(standard);
        for (int j = 0; j < theta.length; j++) {
            theta[j] += mean()[j];
        }
        return theta;
    }

    private double[] deviationOf(double[] theta) {
        double[] deviation = theta.clone();
        FreeParameterAlgebra.add(deviation, 0, -1, mean(), 0, deviation.length);
        return deviation;
    }

    @Override
    default double logDensity(double[] theta) {
        double[] deviation = deviationOf(theta);
        double[] score = precisionTimes(deviation);
        double squares = 0;
        for (int j = 0; j < deviation.length; j++) {
            squares += deviation[j] * score[j];
        }
        return 0.5 * (logDeterminantPrecision() - dimension() * (2 * NormalTail.HALF_LOG_2_PI) - squares);
    }

    @Override
    default void addLogDensityGradient(double[] theta, double weight, double[] into) {
        double[] score = precisionTimes(deviationOf(theta));
        for (int j = 0; j < score.length; j++) {
            into[j] -= weight * score[j];
        }
    }

    /** Log determinant log |P| of the precision. */
    double logDeterminantPrecision();

    /** Weighted trace Σ_j weights[j] S_jj of the covariance. */
    default double weightedTrace(double[] weights) {
        double[] sd = sd();
        double sum = 0;
        for (int j = 0; j < sd.length; j++) {
            sum += weights[j] * sd[j] * sd[j];
        }
        return sum;
    }

    /** Difference between this covariance and that of {@code target}, a Gaussian of the same family. */
    CovarianceChange covarianceChange(GaussianPosterior target);

    /** Covariance S in the form that executors need, for sparse or dense rows. */
    CoefficientCovariance coefficientCovariance(boolean sparse);

    /**
     * Coordinates to average over iterates: μ and P, packed. Unbiased updates of them have the optimum's as their mean.
     */
    @Override
    default double[] coordinates() {
        double[] both = Arrays.copyOf(mean(), dimension() + precision().length);
        System.arraycopy(precision(), 0, both, dimension(), precision().length);
        return both;
    }

    /** Member of the same structure with the given coordinates; null where P is not positive definite. */
    @Override
    default @Nullable GaussianPosterior withCoordinates(double[] coordinates) {
        int d = dimension();
        FreeParameterAlgebra.checkLength(
                "mean and packed precision of this posterior", d + precision().length, coordinates.length);
        return with(Arrays.copyOf(coordinates, d), Arrays.copyOfRange(coordinates, d, coordinates.length));
    }

    /**
     * Gaussian of the same structure at the given mean, with the part of the given packed precision that its structure
     * has.
     *
     * @return null if the precision is not positive definite
     */
    @Nullable
    GaussianPosterior with(double[] mean, double[] precision);

    @Override
    GaussianPosterior with(double[] parameters);

    @Override
    GaussianPosterior rescaled(double[] factors);

    @Override
    default NormalMixture normalMixture() {
        return NormalMixture.of(mean(), covariance());
    }

    @Override
    default FamilyParameters toFamilyParameters() {
        return FamilyParameters.NONE.with("mean", mean()).with("precision", precision());
    }

    /** Gaussian of the same precision around another mean. */
    GaussianPosterior withMean(double[] mean);

    /** Gaussian of the same mean with the precision multiplied by {@code factor}. */
    default GaussianPosterior withPrecisionScaled(double factor) {
        GaussianPosterior scaled = with(mean(), Vectors.scaled(factor, precision()));
        if (scaled == null) {
            throw new IllegalArgumentException("a precision of order " + dimension()
                    + " must be numerically positive definite but was not when it was multiplied by " + factor);
        }
        return scaled;
    }

    /** Independent full Gaussians of the blocks, in order. */
    List<FullGaussian> blockGaussians();

    /**
     * Gaussian of the same structure nearest to the given parts.
     *
     * @param parts Gaussians of the same blocks
     * @return null if its precision is not positive definite
     */
    default @Nullable GaussianPosterior withBlockGaussians(List<FullGaussian> parts) {
        BlockGaussian joined = BlockGaussian.of(parts);
        GaussianPosterior moved = withPrecisionTowards(joined.precision(), 1);
        return moved == null ? null : moved.withMean(joined.mean());
    }

    /**
     * Approximation of another Gaussian of the same dimension by one of this structure. It is the other one itself, or
     * the part of it that the structure has; this Gaussian where that part is not positive definite.
     */
    default GaussianPosterior projectionOf(GaussianPosterior other) {
        if (other.family().equals(family()) && other.blocks().equals(blocks())) {
            return other;
        }
        GaussianPosterior found =
                withWholePrecision(other.mean(), other.blocks().toPackedTriangle(other.precision()));
        return found == null ? this : found;
    }

    /**
     * Natural-gradient step of the precision, P⁺ = (1 − β)P + βT, the mean unchanged. Where T is not positive definite
     * and the step leaves the cone, the retraction P⁺ = P + βΔ + ½β²ΔSΔ, Δ = T − P, which never does (Lin et al. 2020),
     * or, of a structure that has not every matrix within its blocks, a shorter step.
     *
     * @param target T, in the packed form of {@link #blocks()}
     * @param stepSize β in (0, 1]
     * @return null if no positive definite precision was found at this step
     */
    @Nullable
    GaussianPosterior withPrecisionTowards(double[] target, double stepSize);
}
