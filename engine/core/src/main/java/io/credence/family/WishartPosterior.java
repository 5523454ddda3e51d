package io.credence.family;

import io.credence.autodiff.Polygamma;
import io.credence.family.law.LogGammaLaw;
import io.credence.family.law.ScalarQuantile;
import io.credence.linalg.Cholesky;
import io.credence.linalg.JavaDenseKernel;
import io.credence.linalg.NormalTail;
import io.credence.linalg.Triangular;
import io.credence.linalg.Vectors;
import java.util.Arrays;
import java.util.List;
import org.hipparchus.special.Gamma;

/**
 * Wishart posterior of a positive definite matrix W of order n, in the coordinates of its Cholesky factor C
 * ({@linkplain Triangular log-Cholesky}). They are those of {@link io.credence.model.Parameter#covariance}. W ~
 * Wishart(ν, V), and each of the d = n(n + 1)/2 numbers θ is a multiple of a coordinate. With V = LLᵀ, C = LA, where A
 * has independent standard normal numbers below its diagonal and A_ii² is χ² with ν − i degrees of freedom, i from 0
 * (Bartlett). The unconstrained parameters λ are log(ν − n + 1) and the coordinates of L.
 *
 * @param degreesOfFreedom ν, above n − 1
 * @param root L, row-major, lower triangular with a positive diagonal
 * @param scaleFactors ratios of θ to the coordinates; 1 until the posterior is {@link #rescaled}
 */
public record WishartPosterior(double degreesOfFreedom, double[] root, double[] scaleFactors) implements Posterior {

    /** Name in configuration and results. */
    public static final String NAME = "wishart";

    public WishartPosterior {
        int n = order(scaleFactors.length);
        FreeParameterAlgebra.checkLength("root of a Wishart", n * n, root.length);
        FreeParameterAlgebra.checkDegreesOfFreedom(degreesOfFreedom);
        if (!(degreesOfFreedom > n - 1)) {
            throw new IllegalArgumentException(
                    "a Wishart of order " + n + " requires more degrees of freedom but found " + degreesOfFreedom);
        }
    }

    private static int order(int dimension) {
        int n = (int) Math.round(0.5 * (Math.sqrt(8.0 * dimension + 1) - 1));
        if (n < 1 || Triangular.index(n, 0) != dimension) {
            throw new IllegalArgumentException(
                    "a Wishart requires n(n + 1)/2 parameters, those of a matrix of order n, but found " + dimension);
        }
        return n;
    }

    /**
     * Member with the given means, whose logarithms on the diagonal have at least about the given standard deviations.
     */
    public static WishartPosterior around(double[] mean, double[] sd) {
        FreeParameterAlgebra.checkStart(mean, sd);
        int n = order(mean.length);
        double shape = Double.POSITIVE_INFINITY;
        for (int i = 0; i < n; i++) {
            shape = Math.min(
                    shape, LogGammaLaw.around(0, 2 * sd[Triangular.index(i, i)]).a());
        }
        double[] ones = Vectors.ones(mean.length);
        double nu = n - 1 + 2 * shape;
        WishartPosterior unit = new WishartPosterior(nu, Triangular.ofLogCholesky(new double[mean.length], 0, n), ones);
        double[] coordinates = mean.clone();
        for (int i = 0; i < n; i++) {
            coordinates[Triangular.index(i, i)] -= 0.5 * unit.law(i).mean();
            for (int j = 0; j < i; j++) {
                coordinates[Triangular.index(i, j)] /= new WishartCholeskyMoments(unit).meanRoot(j);
            }
        }
        return new WishartPosterior(nu, Triangular.ofLogCholesky(coordinates, 0, n), ones);
    }

    int order() {
        return order(scaleFactors.length);
    }

    /** Excess ν − n + 1 of the degrees of freedom. */
    double excess() {
        return degreesOfFreedom - order() + 1;
    }

    /** Law of log A_ii². */
    LogGammaLaw law(int i) {
        return new LogGammaLaw(0.5 * (degreesOfFreedom - i), 0.5);
    }

    Cholesky scaleCholesky() {
        return Cholesky.ofFactor(JavaDenseKernel.INSTANCE, root, order());
    }

    private double[] choleskyFactor(double[] theta) {
        double[] coordinates = theta.clone();
        Arrays.setAll(coordinates, e -> theta[e] / scaleFactors[e]);
        return Triangular.ofLogCholesky(coordinates, 0, order());
    }

    /** Bartlett factor A = L⁻¹C. */
    private double[] bartlett(double[] factor) {
        return Triangular.mapColumns(factor, order(), scaleCholesky()::solveFactor);
    }

    @Override
    public String family() {
        return NAME;
    }

    @Override
    public int dimension() {
        return scaleFactors.length;
    }

    @Override
    public double[] mean() {
        return new WishartCholeskyMoments(this).mean();
    }

    @Override
    public double[] sd() {
        int d = scaleFactors.length;
        double[] covariance = covariance();
        double[] sd = new double[d];
        Arrays.setAll(sd, e -> Math.sqrt(covariance[e * d + e]));
        return sd;
    }

    @Override
    public double[] covariance() {
        return new WishartCholeskyMoments(this).covariance();
    }

    @Override
    public double logDensity(double[] theta) {
        int n = order();
        double[] a = bartlett(choleskyFactor(theta));
        double sum = 0;
        for (double multiple : scaleFactors) {
            sum -= Math.log(Math.abs(multiple));
        }
        for (int i = 0; i < n; i++) {
            double logRoot = Math.log(root[i * n + i]);
            int e = Triangular.index(i, i);
            sum += law(i).logDensity(2 * (theta[e] / scaleFactors[e] - logRoot)) + Math.log(2) - i * logRoot;
            for (int j = 0; j < i; j++) {
                sum -= 0.5 * a[i * n + j] * a[i * n + j] + NormalTail.HALF_LOG_2_PI;
            }
        }
        return sum;
    }

    /** Gradient of the log density in the entries of A. */
    private double[] bartlettGradient(double[] a) {
        int n = order();
        double[] slopes = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                slopes[i * n + j] = -a[i * n + j];
            }
            double diagonal = a[i * n + i];
            slopes[i * n + i] = 2 * law(i).logDensitySlope(2 * Math.log(diagonal)) / diagonal;
        }
        return slopes;
    }

    @Override
    public void addLogDensityGradient(double[] theta, double weight, double[] into) {
        double[] factor = choleskyFactor(theta);
        double[] inFactor =
                Triangular.mapColumns(bartlettGradient(bartlett(factor)), order(), scaleCholesky()::solveTransposed);
        double[] gradient = Triangular.gradientInLogCholesky(inFactor, factor, order());
        for (int e = 0; e < gradient.length; e++) {
            into[e] += weight * gradient[e] / scaleFactors[e];
        }
    }

    @Override
    public int parameterCount() {
        return scaleFactors.length + 1;
    }

    @Override
    public double[] parameters() {
        return Vectors.concatenate(new double[] {Math.log(excess())}, List.of(Triangular.toLogCholesky(root, order())));
    }

    @Override
    public WishartPosterior with(double[] parameters) {
        FreeParameterAlgebra.check(NAME, parameters, parameterCount());
        int n = order();
        return new WishartPosterior(
                n - 1 + Math.exp(parameters[0]), Triangular.ofLogCholesky(parameters, 1, n), scaleFactors);
    }

    /** Scales on which the entries of λ vary: their standard errors from one observation. */
    @Override
    public double[] parameterScales() {
        int n = order();
        double[] inverse = scaleCholesky().inverse();
        double[] units = new double[scaleFactors.length + 1];
        units[0] = 1 / (excess() * Math.sqrt(WishartInformation.degreesInformation(this)));
        for (int i = 0; i < n; i++) {
            double own = inverse[i * n + i];
            Arrays.fill(
                    units,
                    1 + Triangular.index(i, 0),
                    1 + Triangular.index(i, i),
                    1 / Math.sqrt(degreesOfFreedom * own));
            double diagonal = root[i * n + i] * root[i * n + i] * own;
            units[1 + Triangular.index(i, i)] = 1 / Math.sqrt(degreesOfFreedom * (1 + diagonal));
        }
        return units;
    }

    @Override
    public WishartPosterior rescaled(double[] factors) {
        return new WishartPosterior(degreesOfFreedom, root, FreeParameterAlgebra.rescaled(scaleFactors, factors));
    }

    @Override
    public FamilyParameters toFamilyParameters() {
        return FamilyParameters.NONE
                .with("degreesOfFreedom", degreesOfFreedom)
                .with("root", root, order())
                .with("multiples", scaleFactors);
    }

    public static WishartPosterior fromFamilyParameters(FamilyParameters own) {
        return new WishartPosterior(own.number("degreesOfFreedom"), own.numbers("root"), own.numbers("multiples"));
    }

    /** Bartlett factor A of standard normal numbers, in the order of the entries of C. */
    private double[] bartlettOf(double[] standard) {
        int n = order();
        double[] a = new double[n * n];
        for (int i = 0; i < n; i++) {
            System.arraycopy(standard, Triangular.index(i, 0), a, i * n, i);
            a[i * n + i] = Math.exp(0.5 * ScalarQuantile.of(law(i)).at(standard[Triangular.index(i, i)]));
        }
        return a;
    }

    @Override
    public double[] draw(int stratum, double[] standard) {
        int n = order();
        return Vectors.entrywiseProduct(
                scaleFactors,
                Triangular.toLogCholesky(
                        Triangular.mapColumns(bartlettOf(standard), n, scaleCholesky()::multiplyByFactor), n));
    }

    @Override
    public void addPullback(int stratum, double[] standard, double[] gradient, double[] into) {
        int n = order();
        double[] a = bartlettOf(standard);
        double[] inFactor = Triangular.gradientInEntries(
                Vectors.entrywiseProduct(scaleFactors, gradient),
                0,
                Triangular.mapColumns(a, n, scaleCholesky()::multiplyByFactor),
                n);
        double[] inRoot = Triangular.gradientInLogCholesky(Triangular.productWithTransposed(inFactor, a, n), root, n);
        FreeParameterAlgebra.add(into, 1, 1, inRoot, 0, inRoot.length);
        double[] inBartlett = Triangular.mapColumns(inFactor, n, scaleCholesky()::multiplyByTransposedFactor);
        for (int i = 0; i < n; i++) {
            double epsilon = standard[Triangular.index(i, i)];
            double slope = ScalarQuantile.of(law(i)).derivatives(epsilon)[0];
            into[0] += excess() * inBartlett[i * n + i] * a[i * n + i] * 0.25 * slope;
        }
    }

    /**
     * Adds the score in λ. A change E = L⁻¹dL of the Cholesky factor L changes the Bartlett factor A of a draw by −EA.
     */
    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        int n = order();
        double[] a = bartlett(choleskyFactor(theta));
        double[] whitened = Triangular.productWithTransposed(bartlettGradient(a), a, n);
        for (int i = 0; i < n; i++) {
            whitened[i * n + i] += i;
            into[0] += weight * excess() * 0.5 * (2 * Math.log(a[i * n + i]) - law(i).mean());
        }
        double[] inRoot = Triangular.mapColumns(whitened, n, scaleCholesky()::solveTransposed);
        double[] gradient = Triangular.gradientInLogCholesky(inRoot, root, n);
        FreeParameterAlgebra.add(into, 1, -weight, gradient, 0, gradient.length);
    }

    @Override
    public FisherInformation information() {
        return new WishartInformation(this);
    }

    /** Means and covariances of the coordinates of a Wishart's Cholesky factor, in closed form. */
    record WishartCholeskyMoments(WishartPosterior q) {

        double[] mean() {
            int n = q.order();
            double[] mean = new double[q.scaleFactors().length];
            for (int i = 0, e = 0; i < n; i++) {
                for (int j = 0; j <= i; j++, e++) {
                    double coordinate = i == j
                            ? Math.log(q.root()[i * n + i]) + 0.5 * q.law(i).mean()
                            : q.root()[i * n + j] * meanRoot(j);
                    mean[e] = q.scaleFactors()[e] * coordinate;
                }
            }
            return mean;
        }

        /** Expectation E A_ii. */
        double meanRoot(int i) {
            double shape = q.law(i).a();
            return Math.sqrt(2) * Math.exp(Gamma.logGamma(shape + 0.5) - Gamma.logGamma(shape));
        }

        /** Covariance of the coordinates, d × d; entries of different columns of C are independent. */
        double[] covariance() {
            int n = q.order();
            int d = q.scaleFactors().length;
            double[] covariance = new double[d * d];
            for (int column = 0; column < n; column++) {
                for (int i = column; i < n; i++) {
                    for (int k = column; k <= i; k++) {
                        int one = Triangular.index(i, column);
                        int other = Triangular.index(k, column);
                        double both = q.scaleFactors()[one] * q.scaleFactors()[other] * covariance(column, i, k);
                        covariance[one * d + other] = both;
                        covariance[other * d + one] = both;
                    }
                }
            }
            return covariance;
        }

        /** Covariance of the coordinates (i, j) and (k, j), k ≤ i, j the column. */
        private double covariance(int j, int i, int k) {
            int n = q.order();
            double shape = q.law(j).a();
            double mean = meanRoot(j);
            if (i == j) {
                return 0.25 * Polygamma.of(1, shape);
            } else if (k == j) {
                return q.root()[i * n + j] * 0.5 * mean * (Polygamma.of(0, shape + 0.5) - Polygamma.of(0, shape));
            }
            double below = FreeParameterAlgebra.dot(q.root(), i * n + j + 1, q.root(), k * n + j + 1, k - j);
            return below + q.root()[i * n + j] * q.root()[k * n + j] * (2 * shape - mean * mean);
        }
    }
}
