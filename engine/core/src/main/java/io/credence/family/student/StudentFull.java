package io.credence.family.student;

import io.credence.family.FamilyParameters;
import io.credence.family.FreeParameterAlgebra;
import io.credence.family.LocationScale;
import io.credence.family.NormalMixture;
import io.credence.family.Posterior;
import io.credence.family.law.ChiSquareNodes;
import io.credence.family.law.LogGammaLaw;
import io.credence.family.law.ScalarQuantile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hipparchus.special.Beta;
import org.hipparchus.special.Gamma;

/**
 * Multivariate Student-t posterior, drawn as θ = μ + s Lε with L lower triangular. The stretch is s = √(ν/χ²), with the
 * χ² of ν degrees of freedom made from one more normal number. λ is μ and then L by rows, its diagonal by logarithms: d
 * + d(d+1)/2 numbers. For ν ≤ 2 the standard deviation is infinite, for ν ≤ 1 the mean is NaN.
 *
 * @param degreesOfFreedom ν, positive
 * @param dimension d
 * @param parameters λ
 */
public record StudentFull(double degreesOfFreedom, int dimension, double[] parameters) implements Posterior {

    /** Name in configuration and results. */
    public static final String NAME = "student-t-full";

    public StudentFull {
        FreeParameterAlgebra.checkDegreesOfFreedom(degreesOfFreedom);
        FreeParameterAlgebra.checkPositive("the number of parameters", dimension);
        FreeParameterAlgebra.check(NAME, parameters, LocationScale.parameterCount(dimension));
    }

    private StudentFull(double degreesOfFreedom, LocationScale root) {
        this(degreesOfFreedom, root.d(), root.parameters());
    }

    /**
     * Posterior of uncorrelated parameters with the given locations and scales.
     *
     * @throws IllegalArgumentException if a scale is not positive, or their numbers differ
     */
    public static StudentFull around(double degreesOfFreedom, double[] location, double[] scale) {
        FreeParameterAlgebra.checkStart(location, scale);
        return new StudentFull(degreesOfFreedom, LocationScale.around(location, scale, 0));
    }

    private LocationScale root() {
        return new LocationScale(parameters, dimension);
    }

    @Override
    public String family() {
        return NAME;
    }

    @Override
    public double[] mean() {
        double[] mean = root().location();
        if (degreesOfFreedom <= 1) {
            Arrays.fill(mean, Double.NaN);
        }
        return mean;
    }

    @Override
    public double[] sd() {
        double unit = FreeParameterAlgebra.studentSd(degreesOfFreedom);
        return Arrays.stream(root().rowNorms()).map(scale -> unit * scale).toArray();
    }

    /** Covariance ν/(ν − 2) LLᵀ. */
    @Override
    public double[] covariance() {
        double unit = FreeParameterAlgebra.studentSd(degreesOfFreedom);
        return root().paddedCovariance(unit * unit, dimension);
    }

    /** Negative gradient v = −∇_θ log q = c L⁻ᵀz. */
    private double[] score(double[] z) {
        double c =
                (degreesOfFreedom + dimension) / (degreesOfFreedom + FreeParameterAlgebra.dot(z, 0, z, 0, dimension));
        return root().inverseTransposeTimes(c, z);
    }

    @Override
    public double logDensity(double[] theta) {
        double[] z = root().standardised(theta);
        double squares = FreeParameterAlgebra.dot(z, 0, z, 0, dimension);
        double half = 0.5 * dimension;
        return -root().logDeterminant()
                + Gamma.logGamma(half)
                - Beta.logBeta(half, 0.5 * degreesOfFreedom)
                - half * Math.log(Math.PI * degreesOfFreedom)
                - 0.5 * (degreesOfFreedom + dimension) * Math.log1p(squares / degreesOfFreedom);
    }

    @Override
    public void addLogDensityGradient(double[] theta, double weight, double[] into) {
        FreeParameterAlgebra.add(into, 0, -weight, score(root().standardised(theta)), 0, dimension);
    }

    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        double[] z = root().standardised(theta);
        root().addScore(z, score(z), weight, into);
    }

    @Override
    public StudentFull with(double[] other) {
        return new StudentFull(degreesOfFreedom, dimension, other);
    }

    @Override
    public StudentFull rescaled(double[] factors) {
        FreeParameterAlgebra.checkFactors(factors, dimension);
        return with(root().rescaled(factors));
    }

    /** Mixture of one normal per node of {@link ChiSquareNodes}, of covariance ν/χ² LLᵀ. */
    @Override
    public NormalMixture normalMixture() {
        ChiSquareNodes nodes = ChiSquareNodes.of(degreesOfFreedom);
        double[] location = root().location();
        double[] scale = root().paddedCovariance(1, dimension);
        List<NormalMixture.Component> all = new ArrayList<>();
        for (int k = 0; k < nodes.values().length; k++) {
            double stretch = degreesOfFreedom / nodes.values()[k];
            all.add(new NormalMixture.Component(nodes.weights()[k], location, scale, stretch));
        }
        return new NormalMixture(all, false);
    }

    @Override
    public FamilyParameters toFamilyParameters() {
        return root().toFamilyParameters().with("degreesOfFreedom", degreesOfFreedom);
    }

    /** Posterior rebuilt from its written parameters. */
    public static StudentFull fromFamilyParameters(FamilyParameters own) {
        return new StudentFull(own.number("degreesOfFreedom"), LocationScale.fromFamilyParameters(own, 0));
    }

    @Override
    public double[] parameterScales() {
        return root().parameterScales(1);
    }

    /** Number of standard normal numbers of a draw, d + 1. */
    @Override
    public int noiseDimension() {
        return dimension + 1;
    }

    /** Standard normal numbers of the draw on the other side of the location, as far out. */
    @Override
    public double[] mirroredNoise(double[] standard) {
        double[] other = Posterior.super.mirroredNoise(standard);
        other[dimension] = standard[dimension];
        return other;
    }

    /** Stretch s of a draw. */
    private double stretch(double[] standard) {
        return stretch(degreesOfFreedom, standard[dimension]);
    }

    /** Stretch √(ν/χ²) for the χ² of ν degrees of freedom that belongs to a standard normal number. */
    public static double stretch(double degreesOfFreedom, double epsilon) {
        double logChiSquare =
                ScalarQuantile.of(new LogGammaLaw(0.5 * degreesOfFreedom, 0.5)).at(epsilon);
        return Math.exp(0.5 * (Math.log(degreesOfFreedom) - logChiSquare));
    }

    @Override
    public double[] draw(int stratum, double[] standard) {
        double[] theta = new double[dimension];
        root().draw(stretch(standard), standard, theta);
        return theta;
    }

    @Override
    public void addPullback(int stratum, double[] standard, double[] gradient, double[] into) {
        root().addPullback(stretch(standard), standard, gradient, into);
    }
}
