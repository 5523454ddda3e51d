package io.credence.family;

import io.credence.checkpoint.WritableAsRecord;
import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.NormalTail;
import io.credence.linalg.Symmetric;
import io.credence.linalg.Vectors;
import io.credence.random.AddressedRandom;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gaussian posterior whose covariance is diagonal but for r directions of correlation, at a cost of O(d r²). The
 * covariance is S = BBᵀ + D², with B of d × r and D diagonal. The unconstrained parameters λ are μ, B by rows, log D:
 * d(r + 2) numbers. A draw is θ = μ + Bε₁ + Dε₂ of r + d normal numbers. No d × d matrix is ever made.
 */
public final class LowRankGaussian implements Posterior, WritableAsRecord {
    // With C = I + BᵀD⁻²B: S⁻¹ = D⁻² − D⁻²BC⁻¹BᵀD⁻² (Woodbury), |S| = |D|²|C| (determinant lemma), S⁻¹B = D⁻²BC⁻¹.

    /** Name in configuration and results. */
    public static final String NAME = "gaussian-low-rank";

    /** Share of the initial variance that comes from B. */
    private static final double START_SHARE = 0.01;

    private final int rank;
    private final int d;
    private final double[] parameters;
    private final double[] noisePrecision;
    private final double[] precisionTimesB;
    private final double logDeterminant;

    /**
     * Gaussian of the given parameters.
     *
     * @param rank r, at least 1
     * @param parameters λ
     */
    public LowRankGaussian(int rank, double[] parameters) {
        FreeParameterAlgebra.checkPositive("the rank", rank);
        this.rank = rank;
        this.d = parameters.length / (rank + 2);
        FreeParameterAlgebra.checkPositive("the number of parameters", d);
        FreeParameterAlgebra.check(NAME, parameters, d * (rank + 2L));
        this.parameters = parameters;
        this.noisePrecision = new double[d];
        double logs = 0;
        for (int j = 0; j < d; j++) {
            double logD = parameters[d * (rank + 1) + j];
            noisePrecision[j] = Math.exp(-2 * logD);
            logs += 2 * logD;
        }
        Cholesky inner = innerCholesky();
        this.logDeterminant = logs + inner.logDeterminant();
        this.precisionTimesB = new double[d * rank];
        for (int j = 0; j < d; j++) {
            double[] row = inner.solve(Arrays.copyOfRange(parameters, rowOffset(j), rowOffset(j) + rank));
            FreeParameterAlgebra.add(precisionTimesB, j * rank, noisePrecision[j], row, 0, rank);
        }
    }

    /**
     * Gaussian of nearly independent parameters with the given means and standard deviations. A hundredth of the
     * variance is of B, whose directions are drawn: at B = 0 its gradient would vanish.
     *
     * @throws IllegalArgumentException if the rank or a standard deviation is not positive
     */
    public static LowRankGaussian around(int rank, long seed, double[] mean, double[] sd) {
        FreeParameterAlgebra.checkStart(mean, sd);
        FreeParameterAlgebra.checkPositive("the rank", rank);
        int d = mean.length;
        double[] parameters = Arrays.copyOf(mean, Math.multiplyExact(d, rank + 2));
        double unit = Math.sqrt(START_SHARE / rank);
        for (int j = 0; j < d; j++) {
            double squares = 0;
            for (int k = 0; k < rank; k++) {
                double b = unit * AddressedRandom.normal(seed, j, k);
                parameters[d + j * rank + k] = sd[j] * b;
                squares += b * b;
            }
            parameters[d * (rank + 1) + j] = Math.log(sd[j] * Math.sqrt(Math.max(0.5, 1 - squares)));
        }
        return new LowRankGaussian(rank, parameters);
    }

    /** Cholesky factorisation of C = I + BᵀD⁻²B, whose smallest eigenvalue is at least 1. */
    private Cholesky innerCholesky() {
        double[] matrix = new double[rank * rank];
        for (int k = 0; k < rank; k++) {
            matrix[k * rank + k] = 1;
        }
        for (int j = 0; j < d; j++) {
            int row = rowOffset(j);
            for (int k = 0; k < rank; k++) {
                FreeParameterAlgebra.add(
                        matrix, k * rank, noisePrecision[j] * parameters[row + k], parameters, row, k + 1);
            }
        }
        Cholesky factored = Cholesky.of(JavaDenseKernel.INSTANCE, matrix, rank);
        if (factored == null) {
            throw new IllegalArgumentException(
                    "BᵀD⁻²B of a low-rank Gaussian must be finite but overflowed: D is too small beside B");
        }
        return factored;
    }

    private int rowOffset(int j) {
        return d + j * rank;
    }

    @Override
    public String family() {
        return NAME;
    }

    @Override
    public int dimension() {
        return d;
    }

    @Override
    public double[] mean() {
        return Arrays.copyOf(parameters, d);
    }

    @Override
    public double[] sd() {
        double[] sd = new double[d];
        for (int j = 0; j < d; j++) {
            double squares = FreeParameterAlgebra.dot(parameters, rowOffset(j), parameters, rowOffset(j), rank);
            sd[j] = Math.sqrt(squares + 1 / noisePrecision[j]);
        }
        return sd;
    }

    @Override
    public double[] covariance() {
        double[] covariance = new double[Math.multiplyExact(d, d)];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j <= i; j++) {
                covariance[i * d + j] =
                        FreeParameterAlgebra.dot(parameters, rowOffset(i), parameters, rowOffset(j), rank);
            }
            covariance[i * d + i] += 1 / noisePrecision[i];
        }
        Symmetric.fillUpper(covariance, d);
        return covariance;
    }

    /** Product S⁻¹δ = D⁻²δ − D⁻²B (S⁻¹B)ᵀδ. */
    private double[] precisionTimes(double[] deviation) {
        double[] inner = transposedTimes(precisionTimesB, 0, deviation);
        double[] product = new double[d];
        for (int j = 0; j < d; j++) {
            double common = FreeParameterAlgebra.dot(parameters, rowOffset(j), inner, 0, rank);
            product[j] = noisePrecision[j] * (deviation[j] - common);
        }
        return product;
    }

    /** Product Mᵀv of a d × r matrix M that begins at {@code at}. */
    private double[] transposedTimes(double[] matrix, int at, double[] v) {
        double[] product = new double[rank];
        for (int j = 0; j < d; j++) {
            FreeParameterAlgebra.add(product, 0, v[j], matrix, at + j * rank, rank);
        }
        return product;
    }

    @Override
    public double logDensity(double[] theta) {
        double[] deviation = Vectors.difference(theta, mean());
        double squares = FreeParameterAlgebra.dot(deviation, 0, precisionTimes(deviation), 0, d);
        return -0.5 * (squares + logDeterminant) - d * NormalTail.HALF_LOG_2_PI;
    }

    @Override
    public void addLogDensityGradient(double[] theta, double weight, double[] into) {
        FreeParameterAlgebra.add(into, 0, -weight, precisionTimes(Vectors.difference(theta, mean())), 0, d);
    }

    /** Adds the score in λ: with a = S⁻¹δ, ∇_μ = a, ∇_B = a(Bᵀa)ᵀ − S⁻¹B and ∇_{log D} = D²(a² − diag S⁻¹). */
    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        double[] a = precisionTimes(Vectors.difference(theta, mean()));
        double[] inner = transposedTimes(parameters, d, a);
        FreeParameterAlgebra.add(into, 0, weight, a, 0, d);
        for (int j = 0; j < d; j++) {
            FreeParameterAlgebra.add(into, rowOffset(j), weight * a[j], inner, 0, rank);
            FreeParameterAlgebra.add(into, rowOffset(j), -weight, precisionTimesB, j * rank, rank);
            double left = 1 - FreeParameterAlgebra.dot(precisionTimesB, j * rank, parameters, rowOffset(j), rank);
            into[d * (rank + 1) + j] += weight * (a[j] * a[j] / noisePrecision[j] - left);
        }
    }

    @Override
    public double[] parameters() {
        return parameters;
    }

    @Override
    public LowRankGaussian with(double[] other) {
        FreeParameterAlgebra.check(NAME, other, parameters.length);
        return new LowRankGaussian(rank, other);
    }

    @Override
    public LowRankGaussian rescaled(double[] factors) {
        FreeParameterAlgebra.checkFactors(factors, d);
        double[] moved = parameters.clone();
        FreeParameterAlgebra.rescale(moved, 0, d * (rank + 1), factors);
        for (int j = 0; j < d; j++) {
            for (int k = 0; k < rank; k++) {
                moved[rowOffset(j) + k] *= factors[j];
            }
        }
        return with(moved);
    }

    @Override
    public boolean isNormal() {
        return true;
    }

    /** Single normal with a dense covariance; null where there are too many parameters for a matrix. */
    @Override
    public @Nullable NormalMixture normalMixture() {
        return dimension() > NormalMixture.MOST_DENSE ? null : NormalMixture.of(mean(), covariance());
    }

    @Override
    public FamilyParameters toFamilyParameters() {
        return FamilyParameters.NONE
                .with("mean", mean())
                .with("factors", Arrays.copyOfRange(parameters, d, d * (rank + 1)), rank)
                .with("logSd", Arrays.copyOfRange(parameters, d * (rank + 1), parameters.length));
    }

    /** Gaussian rebuilt from its written parameters. */
    public static LowRankGaussian fromFamilyParameters(FamilyParameters own) {
        double[] mean = own.numbers("mean");
        double[] factors = own.numbers("factors");
        double[] parameters = Vectors.concatenate(mean, List.of(factors, own.numbers("logSd")));
        return new LowRankGaussian(factors.length / mean.length, parameters);
    }

    @Override
    public double[] parameterScales() {
        double[] units = Arrays.copyOf(sd(), parameters.length);
        for (int j = 0; j < d; j++) {
            Arrays.fill(units, rowOffset(j), rowOffset(j) + rank, units[j]);
        }
        Arrays.fill(units, d * (rank + 1), units.length, 1);
        return units;
    }

    /** Number of standard normal numbers of a draw, r + d. */
    @Override
    public int noiseDimension() {
        return rank + d;
    }

    @Override
    public double[] draw(int stratum, double[] standard) {
        double[] theta = new double[d];
        for (int j = 0; j < d; j++) {
            double common = FreeParameterAlgebra.dot(parameters, rowOffset(j), standard, 0, rank);
            theta[j] = parameters[j] + common + standard[rank + j] / Math.sqrt(noisePrecision[j]);
        }
        return theta;
    }

    @Override
    public void addPullback(int stratum, double[] standard, double[] gradient, double[] into) {
        for (int j = 0; j < d; j++) {
            into[j] += gradient[j];
            FreeParameterAlgebra.add(into, rowOffset(j), gradient[j], standard, 0, rank);
            into[d * (rank + 1) + j] += gradient[j] * standard[rank + j] / Math.sqrt(noisePrecision[j]);
        }
    }

    @Override
    public WrittenForm<LowRankGaussian> toWrittenForm() {
        return new Written(rank, parameters);
    }

    private record Written(int rank, double[] parameters) implements WrittenForm<LowRankGaussian> {
        @Override
        public LowRankGaussian restoreValue() {
            return new LowRankGaussian(rank, parameters);
        }
    }
}
