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
 * Posterior of independent positive numbers, or shares, with laws of an exponential family: θ_j is a multiple of a
 * number z_j that has a {@link ScalarLaw}. The unconstrained parameters λ are (l, c) of each law, 2d numbers.
 *
 * @param kind family of the laws
 * @param laws laws of z, one per parameter
 * @param multiples ratios θ/z; 1 or −1 until the posterior is {@link #rescaled}
 */
public record ScalarPosterior(ScalarFamily kind, List<ScalarLaw> laws, double[] multiples) implements Posterior {

    public ScalarPosterior {
        laws = List.copyOf(laws);
        FreeParameters.checkPositive("the number of parameters", laws.size());
        FreeParameters.checkLength("list of multiples", laws.size(), multiples.length);
        for (ScalarLaw law : laws) {
            if (!isProper(law)) {
                throw new IllegalArgumentException(
                        "a " + kind.title() + " posterior requires two positive, finite parameters but found " + law.a()
                                + " and " + law.b());
            }
        }
    }

    private static boolean isProper(ScalarLaw law) {
        return law.a() > 0 && law.b() > 0 && law.a() + law.b() < Double.POSITIVE_INFINITY;
    }

    private double[] each(ToDoubleFunction<ScalarLaw> of) {
        return laws.stream().mapToDouble(of).toArray();
    }

    private double z(double[] theta, int j) {
        return theta[j] / multiples[j];
    }

    @Override
    public String family() {
        return kind.title();
    }

    @Override
    public int dimension() {
        return multiples.length;
    }

    @Override
    public double[] mean() {
        return Vectors.times(multiples, each(ScalarLaw::mean));
    }

    @Override
    public double[] sd() {
        double[] sd = each(ScalarLaw::variance);
        Arrays.setAll(sd, j -> Math.abs(multiples[j]) * Math.sqrt(sd[j]));
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
        for (int j = 0; j < multiples.length; j++) {
            sum += laws.get(j).logDensity(z(theta, j)) - Math.log(Math.abs(multiples[j]));
        }
        return sum;
    }

    @Override
    public void addLogDensityGradient(double[] theta, double weight, double[] into) {
        for (int j = 0; j < multiples.length; j++) {
            into[j] += weight * laws.get(j).slope(z(theta, j)) / multiples[j];
        }
    }

    @Override
    public int parameterCount() {
        return 2 * multiples.length;
    }

    @Override
    public double[] parameters() {
        double[] parameters = new double[2 * multiples.length];
        for (int j = 0; j < multiples.length; j++) {
            parameters[2 * j] = laws.get(j).location();
            parameters[2 * j + 1] = laws.get(j).concentration();
        }
        return parameters;
    }

    @Override
    public ScalarPosterior with(double[] parameters) {
        FreeParameters.check(family(), parameters, parameterCount());
        List<ScalarLaw> other = new ArrayList<>();
        for (int j = 0; j < multiples.length; j++) {
            other.add(laws.get(j).withFree(parameters[2 * j], parameters[2 * j + 1]));
        }
        return new ScalarPosterior(kind, other, multiples);
    }

    /** Scales on which the entries of λ vary, the standard errors of one observation. */
    @Override
    public double[] units() {
        double[] units = new double[2 * multiples.length];
        for (int j = 0; j < multiples.length; j++) {
            double[] information = laws.get(j).information();
            units[2 * j] = 1 / Math.sqrt(information[0]);
            units[2 * j + 1] = 1 / Math.sqrt(information[3]);
        }
        return units;
    }

    /** Natural parameters (a, b) of each law, 2d numbers. */
    @Override
    public double[] coordinates() {
        double[] coordinates = new double[2 * multiples.length];
        for (int j = 0; j < multiples.length; j++) {
            coordinates[2 * j] = laws.get(j).a();
            coordinates[2 * j + 1] = laws.get(j).b();
        }
        return coordinates;
    }

    @Override
    public @Nullable ScalarPosterior at(double[] coordinates) {
        List<ScalarLaw> other = new ArrayList<>();
        for (int j = 0; j < multiples.length; j++) {
            ScalarLaw law = laws.get(j).withNatural(coordinates[2 * j], coordinates[2 * j + 1]);
            if (!isProper(law)) {
                return null;
            }
            other.add(law);
        }
        return new ScalarPosterior(kind, other, multiples);
    }

    @Override
    public ScalarPosterior rescaled(double[] factors) {
        return new ScalarPosterior(kind, laws, FreeParameters.rescaled(multiples, factors));
    }

    @Override
    public FamilyParameters described() {
        return kind.described(this);
    }

    /** Draw, in which each θ_j rises with its ε_j. */
    @Override
    public double[] draw(int stratum, double[] standard) {
        double[] theta = new double[multiples.length];
        for (int j = 0; j < theta.length; j++) {
            theta[j] = multiples[j] * ScalarQuantile.of(laws.get(j)).at(epsilon(standard, j));
        }
        return theta;
    }

    private double epsilon(double[] standard, int j) {
        return Math.signum(multiples[j]) * standard[j];
    }

    @Override
    public void addPullback(int stratum, double[] standard, double[] gradient, double[] into) {
        double[] natural = naturalPullback(standard, gradient);
        for (int j = 0; j < multiples.length; j++) {
            addNatural(j, 1, new double[] {natural[2 * j], natural[2 * j + 1]}, into);
        }
    }

    /** Gradient at the draw of ε, pulled back to (a, b) of each law. */
    double[] naturalPullback(double[] standard, double[] gradient) {
        double[] natural = new double[2 * multiples.length];
        for (int j = 0; j < multiples.length; j++) {
            double[] slopes = ScalarQuantile.of(laws.get(j)).derivatives(epsilon(standard, j));
            natural[2 * j] = gradient[j] * multiples[j] * slopes[0];
            natural[2 * j + 1] = gradient[j] * multiples[j] * slopes[1];
        }
        return natural;
    }

    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        for (int j = 0; j < multiples.length; j++) {
            double[] statistics = laws.get(j).statistics(z(theta, j));
            double[] expected = laws.get(j).expected();
            addNatural(j, weight, new double[] {statistics[0] - expected[0], statistics[1] - expected[1]}, into);
        }
    }

    /** Adds a multiple of a gradient in (a, b), pulled back to (l, c). */
    private void addNatural(int j, double weight, double[] gradient, double[] into) {
        double[] jacobian = laws.get(j).jacobian();
        into[2 * j] += weight * (jacobian[0] * gradient[0] + jacobian[2] * gradient[1]);
        into[2 * j + 1] += weight * (jacobian[1] * gradient[0] + jacobian[3] * gradient[1]);
    }

    @Override
    public FisherInformation information() {
        return new Information(this);
    }

    /** Fisher information in (l, c), two by two for each law. */
    private record Information(ScalarPosterior at) implements FisherInformation {

        @Override
        public double[] times(double[] move) {
            double[] product = new double[move.length];
            for (int k = 0; k < move.length; k += 2) {
                double[] f = at.laws.get(k / 2).information();
                product[k] = f[0] * move[k] + f[1] * move[k + 1];
                product[k + 1] = f[2] * move[k] + f[3] * move[k + 1];
            }
            return product;
        }

        @Override
        public double[] solve(double[] gradient) {
            double[] move = new double[gradient.length];
            for (int k = 0; k < move.length; k += 2) {
                double[] f = at.laws.get(k / 2).information();
                double determinant = f[0] * f[3] - f[1] * f[2];
                move[k] = (f[3] * gradient[k] - f[1] * gradient[k + 1]) / determinant;
                move[k + 1] = (f[0] * gradient[k + 1] - f[2] * gradient[k]) / determinant;
            }
            return move;
        }

        @Override
        public @Nullable ScalarPosterior along(double[] move, double share) {
            double[] natural = at.coordinates();
            for (int k = 0; k < move.length; k += 2) {
                double[] jacobian = at.laws.get(k / 2).jacobian();
                natural[k] += share * (jacobian[0] * move[k] + jacobian[1] * move[k + 1]);
                natural[k + 1] += share * (jacobian[2] * move[k] + jacobian[3] * move[k + 1]);
            }
            return at.at(natural);
        }
    }
}
