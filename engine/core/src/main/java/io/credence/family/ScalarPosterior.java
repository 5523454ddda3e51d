package io.credence.family;

import io.credence.family.law.ScalarLaw;
import io.credence.family.law.ScalarQuantile;
import io.credence.linalg.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Posterior of independent positive numbers, or shares, with laws of an exponential family. Each θ_j is a multiple of a
 * number z_j that has a {@link ScalarLaw}. The unconstrained parameters λ are (l, c) of each law, 2d numbers.
 *
 * @param kind family of the laws
 * @param laws laws of z, one per parameter
 * @param scaleFactors ratios θ/z; 1 or −1 until the posterior is {@link #rescaled}
 */
public record ScalarPosterior(ScalarFamily kind, List<ScalarLaw> laws, double[] scaleFactors) implements Posterior {

    public ScalarPosterior {
        laws = List.copyOf(laws);
        FreeParameterAlgebra.checkPositive("the number of parameters", laws.size());
        FreeParameterAlgebra.checkLength("list of multiples", laws.size(), scaleFactors.length);
        for (ScalarLaw law : laws) {
            if (!isProper(law)) {
                throw new IllegalArgumentException(
                        "a " + kind.familyName() + " posterior requires two positive, finite parameters but found "
                                + law.a() + " and " + law.b());
            }
        }
    }

    private static boolean isProper(ScalarLaw law) {
        return law.a() > 0 && law.b() > 0 && law.a() + law.b() < Double.POSITIVE_INFINITY;
    }

    private double[] mapLaws(ToDoubleFunction<ScalarLaw> of) {
        return laws.stream().mapToDouble(of).toArray();
    }

    private double lawValue(double[] theta, int j) {
        return theta[j] / scaleFactors[j];
    }

    @Override
    public String family() {
        return kind.familyName();
    }

    @Override
    public int dimension() {
        return scaleFactors.length;
    }

    @Override
    public double[] mean() {
        return Vectors.entrywiseProduct(scaleFactors, mapLaws(ScalarLaw::mean));
    }

    @Override
    public double[] sd() {
        double[] sd = mapLaws(ScalarLaw::variance);
        Arrays.setAll(sd, j -> Math.abs(scaleFactors[j]) * Math.sqrt(sd[j]));
        return sd;
    }

    /** Variances of the parameters, d numbers. */
    @Override
    public double[] covariance() {
        return Vectors.squares(sd());
    }

    @Override
    public boolean isIndependent() {
        return true;
    }

    @Override
    public double logDensity(double[] theta) {
        double sum = 0;
        for (int j = 0; j < scaleFactors.length; j++) {
            sum += laws.get(j).logDensity(lawValue(theta, j)) - Math.log(Math.abs(scaleFactors[j]));
        }
        return sum;
    }

    @Override
    public void addLogDensityGradient(double[] theta, double weight, double[] into) {
        for (int j = 0; j < scaleFactors.length; j++) {
            into[j] += weight * laws.get(j).logDensitySlope(lawValue(theta, j)) / scaleFactors[j];
        }
    }

    @Override
    public int parameterCount() {
        return 2 * scaleFactors.length;
    }

    @Override
    public double[] parameters() {
        double[] parameters = new double[2 * scaleFactors.length];
        for (int j = 0; j < scaleFactors.length; j++) {
            parameters[2 * j] = laws.get(j).location();
            parameters[2 * j + 1] = laws.get(j).logConcentration();
        }
        return parameters;
    }

    @Override
    public ScalarPosterior with(double[] parameters) {
        FreeParameterAlgebra.check(family(), parameters, parameterCount());
        List<ScalarLaw> other = new ArrayList<>();
        for (int j = 0; j < scaleFactors.length; j++) {
            other.add(laws.get(j).withFree(parameters[2 * j], parameters[2 * j + 1]));
        }
        return new ScalarPosterior(kind, other, scaleFactors);
    }

    /** Scales on which the entries of λ vary: their standard errors from one observation. */
    @Override
    public double[] parameterScales() {
        double[] units = new double[2 * scaleFactors.length];
        for (int j = 0; j < scaleFactors.length; j++) {
            double[] information = laws.get(j).information();
            units[2 * j] = 1 / Math.sqrt(information[0]);
            units[2 * j + 1] = 1 / Math.sqrt(information[3]);
        }
        return units;
    }

    /** Natural parameters (a, b) of each law, 2d numbers. */
    @Override
    public double[] coordinates() {
        double[] coordinates = new double[2 * scaleFactors.length];
        for (int j = 0; j < scaleFactors.length; j++) {
            coordinates[2 * j] = laws.get(j).a();
            coordinates[2 * j + 1] = laws.get(j).b();
        }
        return coordinates;
    }

    @Override
    public @Nullable ScalarPosterior withCoordinates(double[] coordinates) {
        List<ScalarLaw> other = new ArrayList<>();
        for (int j = 0; j < scaleFactors.length; j++) {
            ScalarLaw law = laws.get(j).withNatural(coordinates[2 * j], coordinates[2 * j + 1]);
            if (!isProper(law)) {
                return null;
            }
            other.add(law);
        }
        return new ScalarPosterior(kind, other, scaleFactors);
    }

    @Override
    public ScalarPosterior rescaled(double[] factors) {
        return new ScalarPosterior(kind, laws, FreeParameterAlgebra.rescaled(scaleFactors, factors));
    }

    @Override
    public FamilyParameters toFamilyParameters() {
        return kind.toFamilyParameters(this);
    }

    /** Draw, in which each θ_j rises with its ε_j. */
    @Override
    public double[] draw(int stratum, double[] standard) {
        double[] theta = new double[scaleFactors.length];
        for (int j = 0; j < theta.length; j++) {
            theta[j] = scaleFactors[j] * ScalarQuantile.of(laws.get(j)).at(signedNoise(standard, j));
        }
        return theta;
    }

    private double signedNoise(double[] standard, int j) {
        return Math.signum(scaleFactors[j]) * standard[j];
    }

    @Override
    public void addPullback(int stratum, double[] standard, double[] gradient, double[] into) {
        double[] natural = naturalPullback(standard, gradient);
        for (int j = 0; j < scaleFactors.length; j++) {
            addNatural(j, 1, new double[] {natural[2 * j], natural[2 * j + 1]}, into);
        }
    }

    /** Gradient at the draw of ε, pulled back to (a, b) of each law. */
    double[] naturalPullback(double[] standard, double[] gradient) {
        double[] natural = new double[2 * scaleFactors.length];
        for (int j = 0; j < scaleFactors.length; j++) {
            double[] slopes = ScalarQuantile.of(laws.get(j)).derivatives(signedNoise(standard, j));
            natural[2 * j] = gradient[j] * scaleFactors[j] * slopes[0];
            natural[2 * j + 1] = gradient[j] * scaleFactors[j] * slopes[1];
        }
        return natural;
    }

    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        for (int j = 0; j < scaleFactors.length; j++) {
            double[] statistics = laws.get(j).statistics(lawValue(theta, j));
            double[] expected = laws.get(j).expectedStatistics();
            addNatural(j, weight, new double[] {statistics[0] - expected[0], statistics[1] - expected[1]}, into);
        }
    }

    /** Adds a multiple of a gradient in (a, b), pulled back to (l, c). */
    void addNatural(int j, double weight, double[] gradient, double[] into) {
        double[] jacobian = laws.get(j).jacobian();
        into[2 * j] += weight * (jacobian[0] * gradient[0] + jacobian[2] * gradient[1]);
        into[2 * j + 1] += weight * (jacobian[1] * gradient[0] + jacobian[3] * gradient[1]);
    }

    @Override
    public FisherInformation information() {
        return new Information(this);
    }

    /** Fisher information in (l, c), two by two for each law. */
    private record Information(ScalarPosterior posterior) implements FisherInformation {

        @Override
        public double[] times(double[] move) {
            double[] product = new double[move.length];
            for (int k = 0; k < move.length; k += 2) {
                double[] f = posterior.laws.get(k / 2).information();
                product[k] = f[0] * move[k] + f[1] * move[k + 1];
                product[k + 1] = f[2] * move[k] + f[3] * move[k + 1];
            }
            return product;
        }

        @Override
        public double[] solve(double[] gradient) {
            double[] move = new double[gradient.length];
            for (int k = 0; k < move.length; k += 2) {
                double[] f = posterior.laws.get(k / 2).information();
                double determinant = f[0] * f[3] - f[1] * f[2];
                move[k] = (f[3] * gradient[k] - f[1] * gradient[k + 1]) / determinant;
                move[k + 1] = (f[0] * gradient[k + 1] - f[2] * gradient[k]) / determinant;
            }
            return move;
        }

        @Override
        public @Nullable ScalarPosterior posteriorAlong(double[] move, double share) {
            double[] natural = posterior.coordinates();
            for (int k = 0; k < move.length; k += 2) {
                double[] jacobian = posterior.laws.get(k / 2).jacobian();
                natural[k] += share * (jacobian[0] * move[k] + jacobian[1] * move[k + 1]);
                natural[k + 1] += share * (jacobian[2] * move[k] + jacobian[3] * move[k + 1]);
            }
            return posterior.withCoordinates(natural);
        }
    }
}
