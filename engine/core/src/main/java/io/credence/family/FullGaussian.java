package io.credence.family;

import io.credence.checkpoint.WritableAsRecord;
import io.credence.data.CoefficientCovariance;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Triangular;
import io.credence.linalg.Vectors;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gaussian posterior with a full covariance matrix, represented by the Cholesky factor C of its precision P = CCᵀ. The
 * unconstrained parameters λ are μ and then C by rows, its diagonal by logarithms: d + d(d+1)/2 numbers.
 */
@SuppressWarnings("serial") // what is written is the proxy below
public final class FullGaussian implements GaussianPosterior, WritableAsRecord {

    /** Name in configuration and results. */
    public static final String NAME = "gaussian-full";

    private final DenseKernel kernel;
    private final double[] mean;
    private final double[] precision;
    private final Cholesky cholesky;

    FullGaussian(DenseKernel kernel, double[] mean, double[] precision, Cholesky cholesky) {
        this.kernel = kernel;
        this.mean = mean;
        this.precision = precision;
        this.cholesky = cholesky;
    }

    /**
     * Gaussian of the given mean and precision.
     *
     * @param packedPrecision lower triangle of P by rows, d(d+1)/2 numbers
     * @return null if P is not positive definite
     */
    public static @Nullable FullGaussian of(DenseKernel kernel, double[] mean, double[] packedPrecision) {
        int d = mean.length;
        if (packedPrecision.length != Symmetric.packedLength(d)) {
            throw new IllegalArgumentException("a precision of order " + d + " has " + Symmetric.packedLength(d)
                    + " packed numbers but found " + packedPrecision.length);
        }
        Cholesky factored = Cholesky.of(kernel, Symmetric.unpack(packedPrecision, d), d);
        return factored == null ? null : new FullGaussian(kernel, mean, packedPrecision, factored);
    }

    /**
     * Gaussian of independent coefficients with the given means and standard deviations.
     *
     * @throws IllegalArgumentException if a standard deviation is not positive, or their numbers differ
     */
    public static FullGaussian around(DenseKernel kernel, double[] mean, double[] sd) {
        FreeParameterAlgebra.checkStart(mean, sd);
        int d = mean.length;
        double[] precision = new double[Symmetric.packedLength(d)];
        for (int i = 0; i < d; i++) {
            precision[Symmetric.packedLength(i) + i] = 1 / (sd[i] * sd[i]);
        }
        return requireDefinite(kernel, mean, precision);
    }

    /**
     * Gaussian whose precision is CCᵀ. It keeps C, which distinguishes columns that are collinear up to rounding; CCᵀ
     * does not.
     *
     * @param factor C, row-major, lower triangular with a positive diagonal
     */
    public static FullGaussian ofFactor(DenseKernel kernel, double[] mean, double[] factor) {
        int d = mean.length;
        return new FullGaussian(kernel, mean, Triangular.packedSquare(factor, d), Cholesky.ofFactor(kernel, factor, d));
    }

    private static FullGaussian requireDefinite(DenseKernel kernel, double[] mean, double[] precision) {
        FullGaussian found = of(kernel, mean, precision);
        if (found == null) {
            throw new IllegalArgumentException(
                    "a precision of order " + mean.length + " must be numerically positive definite but was not");
        }
        return found;
    }

    @Override
    public String family() {
        return NAME;
    }

    @Override
    public double[] mean() {
        return mean;
    }

    @Override
    public double[] precision() {
        return precision;
    }

    @Override
    public Blocks blocks() {
        return Blocks.full(mean.length);
    }

    @Override
    public boolean isFull() {
        return true;
    }

    /** Factorisation P = CCᵀ of the precision. */
    public Cholesky cholesky() {
        return cholesky;
    }

    @Override
    public boolean isNearlyCollinear() {
        return cholesky.isNearlySingular(precision);
    }

    @Override
    public DenseKernel kernel() {
        return kernel;
    }

    @Override
    public double[] precisionRoot() {
        return cholesky.factor();
    }

    @Override
    public double[] inversePrecisionRoot() {
        return cholesky.inverseFactor();
    }

    @Override
    public double[] covarianceColumn(int j) {
        int d = mean.length;
        return Arrays.copyOfRange(covariance(), j * d, (j + 1) * d);
    }

    @Override
    public double[] covariance() {
        return cholesky.inverse();
    }

    @Override
    public double[] sd() {
        double[] sd = new double[mean.length];
        for (int j = 0; j < sd.length; j++) {
            sd[j] = Math.sqrt(covariance()[j * (sd.length + 1)]);
        }
        return sd;
    }

    @Override
    public double[] covarianceTimes(double[] v) {
        return cholesky.solve(v);
    }

    @Override
    public double[] precisionTimes(double[] v) {
        return Symmetric.multiplyPacked(precision, v);
    }

    /** Deviation C⁻ᵀε of a draw from the mean. */
    @Override
    public double[] deviation(double[] standard) {
        return cholesky.solveTransposed(standard);
    }

    /** Score Cε of a draw. */
    @Override
    public double[] score(double[] standard) {
        return cholesky.multiplyByFactor(standard);
    }

    @Override
    public double logDeterminantPrecision() {
        return cholesky.logDeterminant();
    }

    @Override
    public CovarianceChange covarianceChange(GaussianPosterior target) {
        int d = mean.length;
        double trace = Symmetric.traceOfProduct(covariance(), target.precision(), d);
        double divergence = 0.5 * (trace - d + logDeterminantPrecision() - target.logDeterminantPrecision());
        return new CovarianceChange(divergence, trace / d);
    }

    @Override
    public CoefficientCovariance coefficientCovariance(boolean sparse) {
        return sparse
                ? new CoefficientCovariance.Covariance(covariance())
                : new CoefficientCovariance.CovarianceFactor(cholesky.inverseFactor());
    }

    @Override
    public int parameterCount() {
        return mean.length + precision.length;
    }

    @Override
    public double[] parameters() {
        return freeParameters().toVector();
    }

    @Override
    public FisherInformation information() {
        return new FactorInformation(this);
    }

    private FactorParameters freeParameters() {
        return new FactorParameters(mean, cholesky);
    }

    @Override
    public FullGaussian with(double[] parameters) {
        int d = mean.length;
        FreeParameterAlgebra.check(NAME, parameters, parameterCount());
        return requireDefinite(kernel, Arrays.copyOf(parameters, d), FactorParameters.precision(parameters, d));
    }

    @Override
    public double[] parameterScales() {
        return freeParameters().parameterScales(sd());
    }

    @Override
    public @Nullable FullGaussian with(double[] newMean, double[] newPrecision) {
        return of(kernel, newMean, newPrecision);
    }

    @Override
    public FullGaussian rescaled(double[] factors) {
        FreeParameterAlgebra.checkFactors(factors, mean.length);
        double[] newMean = Vectors.entrywiseProduct(mean, factors);
        if (!isNearlyCollinear()) {
            return requireDefinite(kernel, newMean, Symmetric.rescaled(precision, factors));
        }
        return ofFactor(kernel, newMean, cholesky.factorWithScaledRows(factors));
    }

    @Override
    public FamilyParameters toFamilyParameters() {
        FamilyParameters described = GaussianPosterior.super.toFamilyParameters();
        return isNearlyCollinear()
                ? described.with("precisionFactor", Symmetric.pack(cholesky.factor(), mean.length))
                : described;
    }

    @Override
    public void addPullback(int stratum, double[] standard, double[] gradient, double[] into) {
        freeParameters().addPullback(standard, gradient, into);
    }

    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        freeParameters().addScore(theta, weight, into);
    }

    @Override
    public FullGaussian withMean(double[] other) {
        return new FullGaussian(kernel, other, precision, cholesky);
    }

    @Override
    public List<FullGaussian> blockGaussians() {
        return List.of(this);
    }

    @Override
    public FullGaussian withBlockGaussians(List<FullGaussian> parts) {
        return parts.get(0);
    }

    @Override
    public @Nullable FullGaussian withPrecisionTowards(double[] target, double stepSize) {
        double[] straight = Vectors.plusScaled(precision, stepSize, Vectors.difference(target, precision));
        FullGaussian moved = of(kernel, mean, straight);
        return moved != null ? moved : withRetractedPrecision(straight);
    }

    private @Nullable FullGaussian withRetractedPrecision(double[] straight) {
        int d = mean.length;
        double[] result = new double[d * d];
        double[] inverse = cholesky.inverseFactor();
        kernel.retract(Symmetric.unpack(precision, d), inverse, Symmetric.unpack(straight, d), d, result);
        return of(kernel, mean, Symmetric.pack(result, d));
    }

    @Override
    public WrittenForm<FullGaussian> toWrittenForm() {
        return new FullGaussianForm(kernel.name(), mean, precision, Symmetric.pack(cholesky.factor(), mean.length));
    }

    private Object writeReplace() {
        return toWrittenForm();
    }

    /**
     * Serialised form of a {@link FullGaussian}.
     *
     * @param kernel name by which the kernel is found again
     * @param precision packed precision P
     * @param factor packed Cholesky factor C
     */
    record FullGaussianForm(String kernel, double[] mean, double[] precision, double[] factor)
            implements Serializable, WritableAsRecord.WrittenForm<FullGaussian> {
        @Override
        public FullGaussian restoreValue() {
            try {
                DenseKernel found = Kernels.named(kernel);
                double[] unpacked = Symmetric.unpackLower(factor, mean.length);
                return new FullGaussian(found, mean, precision, Cholesky.ofFactor(found, unpacked, mean.length));
            } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
                throw new IllegalArgumentException(
                        "a saved precision of order " + mean.length + " is not positive definite: " + e.getMessage(),
                        e);
            }
        }

        private Object readResolve() {
            return restoreValue();
        }
    }
}
