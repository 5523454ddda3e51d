package io.credence.family;

import io.credence.data.CoefficientSpread;
import io.credence.linalg.Cholesky;
import io.credence.linalg.DenseKernel;
import io.credence.linalg.Kernels;
import io.credence.linalg.Symmetric;
import java.io.InvalidObjectException;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A Gaussian with a full covariance matrix, held by the Cholesky factor of its precision. */
@SuppressWarnings("serial") // what is written is the proxy below
public final class FullGaussian implements GaussianPosterior {

    /** Name in configuration and results. */
    public static final String NAME = "gaussian-full";

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

    /** The factorisation P = CCᵀ. */
    public Cholesky cholesky() {
        return cholesky;
    }

    /** The kernel that does this posterior's algebra. */
    public DenseKernel kernel() {
        return kernel;
    }

    /** S, row-major, both triangles; not to be changed. */
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
    public FullGaussian withMean(double[] other) {
        return new FullGaussian(kernel, other, precision, cholesky);
    }

    @Override
    public FullGaussian withPrecisionScaled(double factor) {
        double[] scaled = precision.clone();
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] *= factor;
        }
        FullGaussian result = of(kernel, mean, scaled);
        if (result == null) {
            throw new IllegalArgumentException("a precision cannot be scaled by " + factor);
        }
        return result;
    }

    private Object writeReplace() {
        return new Written(kernel.name(), mean, precision);
    }

    /** Written form: the factorisation is made again, to the same bits, when it is read. */
    private record Written(String kernel, double[] mean, double[] precision) implements Serializable {
        private Object readResolve() throws InvalidObjectException {
            FullGaussian read = of(Kernels.named(kernel), mean, precision);
            if (read == null) {
                throw new InvalidObjectException(
                        "a saved precision of order " + mean.length + " is not positive definite");
            }
            return read;
        }
    }
}
