package io.credence.family.student;

import io.credence.family.FamilyParameters;
import io.credence.family.FreeParameterAlgebra;
import io.credence.family.Posterior;
import io.credence.family.law.StudentQuantile;
import io.credence.linalg.Vectors;
import java.util.Arrays;
import java.util.List;
import org.hipparchus.special.Beta;

/**
 * Student-t posterior of independent parameters θ_j = μ_j + σ_j t_j. Each t_j is Student's t with ν degrees of freedom,
 * drawn as t = F_ν⁻¹(Φ(ε)). λ is (μ, log σ), 2d numbers. For ν ≤ 2 the standard deviation is infinite, for ν ≤ 1 the
 * mean is NaN.
 *
 * @param degreesOfFreedom ν, positive
 * @param parameters λ
 */
public record StudentDiagonal(double degreesOfFreedom, double[] parameters) implements Posterior {

    /** Name in configuration and results. */
    public static final String NAME = "student-t-diagonal";

    public StudentDiagonal {
        FreeParameterAlgebra.checkDegreesOfFreedom(degreesOfFreedom);
        FreeParameterAlgebra.checkPositive("the number of parameters", parameters.length / 2);
        FreeParameterAlgebra.check(NAME, parameters, 2L * (parameters.length / 2));
    }

    /**
     * Posterior with the given locations and scales.
     *
     * @throws IllegalArgumentException if a scale is not positive, or their numbers differ
     */
    public static StudentDiagonal around(double degreesOfFreedom, double[] location, double[] scale) {
        FreeParameterAlgebra.checkStart(location, scale);
        double[] parameters = Arrays.copyOf(location, 2 * location.length);
        FreeParameterAlgebra.writeLogs(scale, parameters, location.length);
        return new StudentDiagonal(degreesOfFreedom, parameters);
    }

    @Override
    public boolean isIndependent() {
        return true;
    }

    @Override
    public String family() {
        return NAME;
    }

    @Override
    public int dimension() {
        return parameters.length / 2;
    }

    @Override
    public double[] mean() {
        double[] mean = Arrays.copyOf(parameters, dimension());
        if (degreesOfFreedom <= 1) {
            Arrays.fill(mean, Double.NaN);
        }
        return mean;
    }

    @Override
    public double[] sd() {
        double unit = FreeParameterAlgebra.studentSd(degreesOfFreedom);
        double[] sd = new double[dimension()];
        for (int j = 0; j < sd.length; j++) {
            sd[j] = unit * scale(j);
        }
        return sd;
    }

    @Override
    public double[] covariance() {
        return Vectors.squares(sd());
    }

    private double scale(int j) {
        return Math.exp(parameters[dimension() + j]);
    }

    private double standardised(double[] theta, int j) {
        return (theta[j] - parameters[j]) / scale(j);
    }

    /** Negative derivative of the log density of t. */
    private double negativeScore(double t) {
        return (degreesOfFreedom + 1) / (degreesOfFreedom + t * t) * t;
    }

    @Override
    public double logDensity(double[] theta) {
        int d = dimension();
        double sum = 0;
        for (int j = 0; j < d; j++) {
            double t = standardised(theta, j);
            sum -= parameters[d + j] + 0.5 * (degreesOfFreedom + 1) * Math.log1p(t * t / degreesOfFreedom);
        }
        double constant = -Beta.logBeta(0.5, 0.5 * degreesOfFreedom) - 0.5 * Math.log(degreesOfFreedom);
        return sum + d * constant;
    }

    @Override
    public void addLogDensityGradient(double[] theta, double weight, double[] into) {
        for (int j = 0; j < dimension(); j++) {
            into[j] -= weight * negativeScore(standardised(theta, j)) / scale(j);
        }
    }

    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        int d = dimension();
        for (int j = 0; j < d; j++) {
            double t = standardised(theta, j);
            double slope = negativeScore(t);
            into[j] += weight * slope / scale(j);
            into[d + j] += weight * (slope * t - 1);
        }
    }

    @Override
    public StudentDiagonal with(double[] other) {
        FreeParameterAlgebra.check(NAME, other, parameters.length);
        return new StudentDiagonal(degreesOfFreedom, other);
    }

    @Override
    public StudentDiagonal rescaled(double[] factors) {
        FreeParameterAlgebra.checkFactors(factors, dimension());
        double[] moved = parameters.clone();
        FreeParameterAlgebra.rescale(moved, 0, dimension(), factors);
        return with(moved);
    }

    @Override
    public FamilyParameters toFamilyParameters() {
        return FamilyParameters.NONE
                .with("degreesOfFreedom", degreesOfFreedom)
                .with("location", Arrays.copyOf(parameters, dimension()))
                .with("logScale", Arrays.copyOfRange(parameters, dimension(), parameters.length));
    }

    /** Posterior rebuilt from its written parameters. */
    public static StudentDiagonal fromFamilyParameters(FamilyParameters own) {
        double[] parameters = Vectors.concatenate(own.numbers("location"), List.of(own.numbers("logScale")));
        return new StudentDiagonal(own.number("degreesOfFreedom"), parameters);
    }

    @Override
    public double[] parameterScales() {
        double[] units = new double[parameters.length];
        Arrays.fill(units, dimension(), units.length, 1);
        for (int j = 0; j < dimension(); j++) {
            units[j] = scale(j);
        }
        return units;
    }

    /** Student-t numbers t_1 … t_d of standard normal ones. */
    private double[] studentNoise(double[] standard) {
        StudentQuantile quantile = StudentQuantile.of(degreesOfFreedom);
        double[] shaped = new double[standard.length];
        for (int j = 0; j < shaped.length; j++) {
            shaped[j] = quantile.at(standard[j]);
        }
        return shaped;
    }

    @Override
    public double[] draw(int stratum, double[] standard) {
        double[] t = studentNoise(standard);
        double[] theta = new double[dimension()];
        for (int j = 0; j < theta.length; j++) {
            theta[j] = parameters[j] + scale(j) * t[j];
        }
        return theta;
    }

    @Override
    public void addPullback(int stratum, double[] standard, double[] gradient, double[] into) {
        int d = dimension();
        double[] t = studentNoise(standard);
        for (int j = 0; j < d; j++) {
            into[j] += gradient[j];
            into[d + j] += gradient[j] * scale(j) * t[j];
        }
    }
}
