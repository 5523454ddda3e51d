package io.credence.family;

import io.credence.linalg.Symmetric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.special.Beta;
import org.apache.commons.math3.special.Gamma;

/**
 * A multivariate Student's t, θ = μ + s Lε with L lower triangular and s = √(ν/χ²), the χ² of ν degrees of freedom made of one
 * more normal number. λ is μ and then L by rows, its diagonal by logarithms: d + d(d+1)/2 numbers. For ν ≤ 2 the standard
 * deviation is infinite, for ν ≤ 1 the mean is NaN.
 *
 * @param degreesOfFreedom ν, positive
 * @param dimension d
 * @param parameters λ
 */
public record StudentFull(double degreesOfFreedom, int dimension, double[] parameters) implements Posterior {

    /** Name in configuration and results. */
    public static final String NAME = "student-t-full";

    public StudentFull {
        FreeParameters.checkDegreesOfFreedom(degreesOfFreedom);
        FreeParameters.checkPositive("the number of parameters", dimension);
        FreeParameters.check(NAME, parameters, dimension + (long) Symmetric.packedLength(dimension));
    }

    /**
     * Uncorrelated parameters with these locations and scales.
     *
     * @throws IllegalArgumentException if a scale is not positive, or their numbers differ
     */
    public static StudentFull around(double degreesOfFreedom, double[] location, double[] scale) {
        FreeParameters.checkStart(location, scale);
        int d = location.length;
        double[] parameters = Arrays.copyOf(location, d + Symmetric.packedLength(d));
        for (int i = 0; i < d; i++) {
            parameters[d + Symmetric.packedLength(i) + i] = Math.log(scale[i]);
        }
        return new StudentFull(degreesOfFreedom, d, parameters);
    }

    @Override
    public String family() {
        return NAME;
    }

    @Override
    public double[] mean() {
        double[] mean = Arrays.copyOf(parameters, dimension);
        if (degreesOfFreedom <= 1) {
            Arrays.fill(mean, Double.NaN);
        }
        return mean;
    }

    @Override
    public double[] sd() {
        double unit = FreeParameters.studentSd(degreesOfFreedom);
        double[] sd = new double[dimension];
        for (int i = 0; i < dimension; i++) {
            sd[i] = unit * scale(i);
        }
        return sd;
    }

    /** ν/(ν − 2) LLᵀ. */
    @Override
    public double[] covariance() {
        double unit = FreeParameters.studentSd(degreesOfFreedom);
        return scaleMatrix(unit * unit);
    }

    /** A multiple of LLᵀ. */
    private double[] scaleMatrix(double factor) {
        double[] covariance = new double[Math.multiplyExact(dimension, dimension)];
        double[][] rows = new double[dimension][];
        for (int i = 0; i < dimension; i++) {
            rows[i] = row(i);
            for (int j = 0; j <= i; j++) {
                covariance[i * dimension + j] = factor * FreeParameters.dot(rows[i], 0, rows[j], 0, j + 1);
            }
        }
        Symmetric.fillUpper(covariance, dimension);
        return covariance;
    }

    /** Length of a row of L. */
    private double scale(int i) {
        double[] row = row(i);
        return Math.sqrt(FreeParameters.dot(row, 0, row, 0, i + 1));
    }

    /** Index in λ of a row of L. */
    private int offset(int row) {
        return dimension + Symmetric.packedLength(row);
    }

    private double diagonal(int row) {
        return Math.exp(parameters[offset(row) + row]);
    }

    private double[] row(int i) {
        double[] row = Arrays.copyOfRange(parameters, offset(i), offset(i) + i + 1);
        row[i] = diagonal(i);
        return row;
    }

    /** z = L⁻¹(θ − μ). */
    private double[] standardised(double[] theta) {
        double[] z = new double[dimension];
        for (int i = 0; i < dimension; i++) {
            double rest = theta[i] - parameters[i] - FreeParameters.dot(parameters, offset(i), z, 0, i);
            z[i] = rest / diagonal(i);
        }
        return z;
    }

    /** v = −∇_θ log q = c L⁻ᵀz. */
    private double[] score(double[] z) {
        double[] v = z.clone();
        double c = (degreesOfFreedom + dimension) / (degreesOfFreedom + FreeParameters.dot(z, 0, z, 0, dimension));
        for (int i = dimension - 1; i >= 0; i--) {
            v[i] /= diagonal(i);
            FreeParameters.add(v, 0, -v[i], parameters, offset(i), i);
        }
        for (int i = 0; i < dimension; i++) {
            v[i] *= c;
        }
        return v;
    }

    @Override
    public double logDensity(double[] theta) {
        double[] z = standardised(theta);
        double squares = FreeParameters.dot(z, 0, z, 0, dimension);
        double sum = 0;
        for (int i = 0; i < dimension; i++) {
            sum -= parameters[offset(i) + i];
        }
        double half = 0.5 * dimension;
        return sum
                + Gamma.logGamma(half)
                - Beta.logBeta(half, 0.5 * degreesOfFreedom)
                - half * Math.log(Math.PI * degreesOfFreedom)
                - 0.5 * (degreesOfFreedom + dimension) * Math.log1p(squares / degreesOfFreedom);
    }

    @Override
    public void addLogDensityGradient(double[] theta, double weight, double[] into) {
        FreeParameters.add(into, 0, -weight, score(standardised(theta)), 0, dimension);
    }

    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        double[] z = standardised(theta);
        double[] v = score(z);
        FreeParameters.add(into, 0, weight, v, 0, dimension);
        for (int i = 0; i < dimension; i++) {
            FreeParameters.add(into, offset(i), weight * v[i], z, 0, i);
            into[offset(i) + i] += weight * (v[i] * z[i] * diagonal(i) - 1);
        }
    }

    @Override
    public StudentFull with(double[] other) {
        return new StudentFull(degreesOfFreedom, dimension, other);
    }

    @Override
    public StudentFull rescaled(double[] factors) {
        FreeParameters.checkFactors(factors, dimension);
        double[] moved = parameters.clone();
        for (int i = 0; i < dimension; i++) {
            moved[i] *= factors[i];
            for (int j = 0; j < i; j++) {
                moved[offset(i) + j] *= factors[i];
            }
            moved[offset(i) + i] += Math.log(factors[i]);
        }
        return with(moved);
    }

    /** A normal for each node of {@link ChiSquareNodes}, its covariance ν/χ² LLᵀ. */
    @Override
    public NormalMixture normals() {
        ChiSquareNodes nodes = ChiSquareNodes.of(degreesOfFreedom);
        double[] location = Arrays.copyOf(parameters, dimension);
        double[] scale = scaleMatrix(1);
        List<NormalMixture.Component> all = new ArrayList<>();
        for (int k = 0; k < nodes.values().length; k++) {
            double stretch = degreesOfFreedom / nodes.values()[k];
            all.add(new NormalMixture.Component(nodes.weights()[k], location, scale, stretch));
        }
        return new NormalMixture(all, false);
    }

    @Override
    public FamilyParameters described() {
        double[] logs = new double[dimension];
        double[] below = new double[Symmetric.packedLength(dimension - 1)];
        for (int i = 0; i < dimension; i++) {
            logs[i] = parameters[offset(i) + i];
            System.arraycopy(parameters, offset(i), below, i * (i - 1) / 2, i);
        }
        return FamilyParameters.NONE
                .with("degreesOfFreedom", degreesOfFreedom)
                .with("location", Arrays.copyOf(parameters, dimension))
                .with("logDiagonal", logs)
                .with("belowDiagonal", below);
    }

    /** The member that was described so. */
    static StudentFull rebuilt(FamilyParameters own) {
        double[] logs = own.numbers("logDiagonal");
        double[] below = own.numbers("belowDiagonal");
        int d = logs.length;
        FreeParameters.checkLength("part below the diagonal", Symmetric.packedLength(d - 1), below.length);
        double[] parameters = Arrays.copyOf(own.numbers("location"), d + Symmetric.packedLength(d));
        for (int i = 0; i < d; i++) {
            int at = d + Symmetric.packedLength(i);
            System.arraycopy(below, i * (i - 1) / 2, parameters, at, i);
            parameters[at + i] = logs[i];
        }
        return new StudentFull(own.number("degreesOfFreedom"), d, parameters);
    }

    @Override
    public double[] units() {
        double[] units = new double[parameters.length];
        for (int i = 0; i < dimension; i++) {
            units[i] = scale(i);
            Arrays.fill(units, offset(i), offset(i) + i, units[i]);
            units[offset(i) + i] = 1;
        }
        return units;
    }

    /** d + 1. */
    @Override
    public int noise() {
        return dimension + 1;
    }

    /** As far out. */
    @Override
    public double[] mirrored(double[] standard) {
        double[] other = Posterior.super.mirrored(standard);
        other[dimension] = standard[dimension];
        return other;
    }

    /** s. */
    private double stretch(double[] standard) {
        return StudentScale.of(degreesOfFreedom).at(standard[dimension]);
    }

    @Override
    public double[] draw(int stratum, double[] standard) {
        double stretch = stretch(standard);
        double[] theta = new double[dimension];
        for (int i = 0; i < dimension; i++) {
            double sum = FreeParameters.dot(parameters, offset(i), standard, 0, i) + diagonal(i) * standard[i];
            theta[i] = parameters[i] + stretch * sum;
        }
        return theta;
    }

    @Override
    public void addPullback(int stratum, double[] standard, double[] gradient, double[] into) {
        double stretch = stretch(standard);
        for (int i = 0; i < dimension; i++) {
            double g = stretch * gradient[i];
            into[i] += gradient[i];
            FreeParameters.add(into, offset(i), g, standard, 0, i);
            into[offset(i) + i] += g * standard[i] * diagonal(i);
        }
    }
}
