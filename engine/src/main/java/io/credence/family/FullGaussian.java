package io.credence.family;

import io.credence.checkpoint.Recorded;
import io.credence.data.CoefficientSpread;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.linalg.Symmetric;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Gaussian with a full covariance matrix, held by the Cholesky factor C of its precision P = CCᵀ. λ is μ and then C by rows,
 * its diagonal by logarithms: d + d(d+1)/2 numbers.
 */
@SuppressWarnings("serial") // what is written is the proxy below
public final class FullGaussian implements GaussianPosterior, Recorded {

    /** Name in configuration and results. */
    public static final String NAME = "gaussian-full";

    private static final double COLLINEAR = 1e-9;

    private final DenseKernel kernel;
    private final double[] mean;
    private final double[] precision;
    private final Cholesky cholesky;

    private FullGaussian(DenseKernel kernel, double[] mean, double[] precision, Cholesky cholesky) {
        this.kernel = kernel;
        this.mean = mean;
        this.precision = precision;
        this.cholesky = cholesky;
    }

    /**
     * The Gaussian of that mean and precision.
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
     * Independent coefficients with these means and standard deviations.
     *
     * @throws IllegalArgumentException if a standard deviation is not positive, or their numbers differ
     */
    public static FullGaussian around(DenseKernel kernel, double[] mean, double[] sd) {
        FreeParameters.checkStart(mean, sd);
        int d = mean.length;
        double[] precision = new double[Symmetric.packedLength(d)];
        for (int i = 0; i < d; i++) {
            precision[Symmetric.packedLength(i) + i] = 1 / (sd[i] * sd[i]);
        }
        return definite(kernel, mean, precision);
    }

    /**
     * The Gaussian whose precision is CCᵀ. It keeps C, which distinguishes columns that are collinear up to rounding; CCᵀ does not.
     *
     * @param factor C, row-major, lower triangular with a positive diagonal
     */
    public static FullGaussian ofFactor(DenseKernel kernel, double[] mean, double[] factor) {
        int d = mean.length;
        double[] precision = new double[Symmetric.packedLength(d)];
        for (int i = 0, at = 0; i < d; i++) {
            for (int j = 0; j <= i; j++, at++) {
                precision[at] = FreeParameters.dot(factor, i * d, factor, j * d, j + 1);
            }
        }
        return new FullGaussian(kernel, mean, precision, Cholesky.ofFactor(kernel, factor, d));
    }

    private static FullGaussian definite(DenseKernel kernel, double[] mean, double[] precision) {
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

    /** The factorisation P = CCᵀ. */
    public Cholesky cholesky() {
        return cholesky;
    }

    /**
     * Whether some parameter is so well explained by those before it, 1 − R² below 1e-9, that P in double precision has lost more
     * than nine digits of what is left of it.
     */
    @Override
    public boolean isNearlyCollinear() {
        int d = mean.length;
        for (int j = 0; j < d; j++) {
            double pivot = cholesky.factor()[j * d + j];
            if (pivot * pivot < COLLINEAR * precision[Symmetric.packedLength(j) + j]) {
                return true;
            }
        }
        return false;
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
    public double[] inverseRoot() {
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
        int d = mean.length;
        double[] sd = new double[d];
        for (int j = 0; j < d; j++) {
            sd[j] = Math.sqrt(covariance()[j * d + j]);
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

    /** C⁻ᵀε. */
    @Override
    public double[] deviation(double[] standard) {
        return cholesky.solveTransposed(standard);
    }

    /** Cε. */
    @Override
    public double[] score(double[] standard) {
        return cholesky.times(standard);
    }

    @Override
    public double logDeterminantPrecision() {
        return cholesky.logDeterminant();
    }

    @Override
    public ShapeChange shapeChange(GaussianPosterior target) {
        double[] covariance = covariance();
        double[] other = target.precision();
        int d = mean.length;
        double trace = 0;
        for (int i = 0, at = 0; i < d; i++) {
            for (int j = 0; j < i; j++, at++) {
                trace += 2 * covariance[i * d + j] * other[at];
            }
            trace += covariance[i * d + i] * other[at++];
        }
        double divergence = 0.5 * (trace - d + logDeterminantPrecision() - target.logDeterminantPrecision());
        return new ShapeChange(divergence, trace / d);
    }

    @Override
    public CoefficientSpread spread(boolean sparse) {
        return sparse
                ? new CoefficientSpread.Covariance(covariance())
                : new CoefficientSpread.InverseFactor(cholesky.inverseFactor());
    }

    @Override
    public double[] parameters() {
        return free().vector();
    }

    @Override
    public FisherInformation information() {
        return new FactorInformation(this);
    }

    private FactorParameters free() {
        return new FactorParameters(mean, cholesky);
    }

    @Override
    public FullGaussian with(double[] parameters) {
        int d = mean.length;
        FreeParameters.check(NAME, parameters, d + (long) precision.length);
        return definite(kernel, Arrays.copyOf(parameters, d), FactorParameters.precision(parameters, d));
    }

    @Override
    public double[] units() {
        return free().units(sd());
    }

    @Override
    public @Nullable FullGaussian with(double[] newMean, double[] newPrecision) {
        return of(kernel, newMean, newPrecision);
    }

    @Override
    public FullGaussian rescaled(double[] factors) {
        int d = mean.length;
        FreeParameters.checkFactors(factors, d);
        double[] newMean = mean.clone();
        double[] newPrecision = precision.clone();
        for (int i = 0, at = 0; i < d; i++) {
            newMean[i] *= factors[i];
            for (int j = 0; j <= i; j++, at++) {
                newPrecision[at] /= factors[i] * factors[j];
            }
        }
        if (!isNearlyCollinear()) {
            return definite(kernel, newMean, newPrecision);
        }
        double[] factor = cholesky.factor().clone();
        for (int i = 0; i < d; i++) {
            for (int j = 0; j <= i; j++) {
                factor[i * d + j] /= factors[i];
            }
        }
        return ofFactor(kernel, newMean, factor);
    }

    @Override
    public FamilyParameters described() {
        FamilyParameters described = GaussianPosterior.super.described();
        return isNearlyCollinear()
                ? described.with("precisionFactor", Symmetric.pack(cholesky.factor(), mean.length))
                : described;
    }

    @Override
    public void addPullback(int stratum, double[] standard, double[] gradient, double[] into) {
        free().addPullback(standard, gradient, into);
    }

    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        free().addScore(theta, weight, into);
    }

    @Override
    public FullGaussian withMean(double[] other) {
        return new FullGaussian(kernel, other, precision, cholesky);
    }

    @Override
    public List<FullGaussian> parts() {
        return List.of(this);
    }

    @Override
    public FullGaussian ofParts(List<FullGaussian> parts) {
        return parts.get(0);
    }

    @Override
    public @Nullable FullGaussian towards(double[] target, double stepSize) {
        double[] straight = precision.clone();
        for (int i = 0; i < straight.length; i++) {
            straight[i] += stepSize * (target[i] - straight[i]);
        }
        FullGaussian moved = of(kernel, mean, straight);
        return moved != null ? moved : retracted(straight);
    }

    private @Nullable FullGaussian retracted(double[] straight) {
        int d = mean.length;
        double[] result = new double[d * d];
        double[] inverse = cholesky.inverseFactor();
        kernel.retract(Symmetric.unpack(precision, d), inverse, Symmetric.unpack(straight, d), d, result);
        return of(kernel, mean, Symmetric.pack(result, d));
    }

    @Override
    public Form<FullGaussian> recorded() {
        return new Written(kernel.name(), mean, precision, Symmetric.pack(cholesky.factor(), mean.length));
    }

    private Object writeReplace() {
        return recorded();
    }

    /** Written form, from which the kernel is found again. */
    private record Written(String kernel, double[] mean, double[] precision, double[] factor)
            implements Serializable, Form<FullGaussian> {
        @Override
        public FullGaussian restored() {
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
            return restored();
        }
    }
}
