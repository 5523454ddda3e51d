package io.credence.family;

import io.credence.family.law.LogGammaLaw;
import io.credence.family.law.ScalarLaw;
import io.credence.linalg.NormalTail;
import java.util.Arrays;
import java.util.List;

/**
 * Normal-inverse-gamma posterior of coefficients β and of the logarithm u of a variance v, which is the last parameter.
 * Its law is β | v ~ N(μ, v LLᵀ) and v ~ IG(a, b), the conjugate posterior of a normal regression (Knoblauch et al.
 * 2022, equation 80, where L is diagonal). λ is μ, L by rows, its diagonal by logarithms, and the free parameters of v.
 * Marginally β is a Student's t of 2a degrees of freedom; its standard deviation is infinite for a ≤ 1.
 *
 * @param isDiagonal whether L is diagonal, so that coefficients are independent given v; false for one coefficient
 * @param parameters λ
 * @param dispersion posterior of u
 */
public record NormalInverseGamma(boolean isDiagonal, double[] parameters, ScalarPosterior dispersion)
        implements Posterior {

    /** Name in configuration and results. */
    public static final String NAME = "normal-inverse-gamma";

    private static final int FREE = 2;

    public NormalInverseGamma {
        int d = coefficientCount(parameters, isDiagonal);
        FreeParameterAlgebra.check(NAME, parameters, LocationScale.parameterCount(d, isDiagonal) + FREE);
        isDiagonal &= d > 1;
    }

    /** Number d of coefficients, from the number d(d + 3)/2 + 2 of parameters, or 2d + 2 with a diagonal L. */
    private static int coefficientCount(double[] parameters, boolean diagonal) {
        int free = parameters.length - FREE;
        return diagonal ? free / 2 : (int) Math.round((Math.sqrt(9 + 8.0 * free) - 3) / 2);
    }

    /** Posterior with the given location and scale of the coefficients and the given posterior of u. */
    private static NormalInverseGamma of(LocationScale root, ScalarPosterior dispersion) {
        double[] parameters = root.parameters();
        System.arraycopy(dispersion.parameters(), 0, parameters, parameters.length - FREE, FREE);
        return new NormalInverseGamma(root.isDiagonal(), parameters, dispersion);
    }

    /**
     * Law β | v ~ N(μ, v LLᵀ), v ~ IG(a, b).
     *
     * @param diagonal whether the family is that with a diagonal L
     * @param location μ
     * @param factor L, d × d by rows, lower triangular with a positive diagonal
     * @param shape a, positive
     * @param scale b, positive
     */
    public static NormalInverseGamma of(
            boolean diagonal, double[] location, double[] factor, double shape, double scale) {
        return of(LocationScale.of(location, factor, diagonal, FREE), inverseGamma(shape, scale));
    }

    /**
     * Law of coefficients that are independent given v, β | v ~ N(μ, v diag(s²)), v ~ IG(a, b).
     *
     * @param location μ
     * @param scales s, positive, of the length of μ
     * @param shape a, positive
     * @param scale b, positive
     */
    public static NormalInverseGamma independent(double[] location, double[] scales, double shape, double scale) {
        return of(LocationScale.around(location, scales, true, FREE), inverseGamma(shape, scale));
    }

    private static ScalarPosterior inverseGamma(double shape, double scale) {
        return new ScalarPosterior(
                ScalarFamily.INVERSE_GAMMA, List.of(new LogGammaLaw(shape, scale)), new double[] {-1});
    }

    /** Posterior with a full L around the given means and standard deviations. */
    public static NormalInverseGamma around(double[] mean, double[] sd) {
        return around(false, mean, sd);
    }

    /**
     * Posterior of uncorrelated coefficients, and the log variance last, with the given means and standard deviations.
     * The last standard deviation is 1 at most, or the others would be infinite.
     *
     * @param diagonal whether the family is that with a diagonal L
     * @throws IllegalArgumentException if there is no coefficient, or a standard deviation is not positive
     */
    public static NormalInverseGamma around(boolean diagonal, double[] mean, double[] sd) {
        FreeParameterAlgebra.checkStart(mean, sd);
        int d = mean.length - 1;
        FreeParameterAlgebra.checkPositive("the number of coefficients before the log variance", d);
        ScalarPosterior dispersion =
                ScalarFamily.INVERSE_GAMMA.around(new double[] {mean[d]}, new double[] {Math.min(1, sd[d])});
        double typical = Math.sqrt(
                dispersion.laws().get(0).b() / dispersion.laws().get(0).a());
        double[] scale = new double[d];
        Arrays.setAll(scale, j -> sd[j] / typical);
        return of(LocationScale.around(Arrays.copyOf(mean, d), scale, diagonal, FREE), dispersion);
    }

    /** Number d of coefficients. */
    public int coefficientCount() {
        return coefficientCount(parameters, isDiagonal);
    }

    private LocationScale root() {
        return new LocationScale(parameters, coefficientCount(), isDiagonal);
    }

    /** Location μ of the coefficients. */
    public double[] location() {
        return root().location();
    }

    /** Scale matrix LLᵀ of the coefficients, the covariance at a variance of 1, d × d. */
    public double[] scaleMatrix() {
        return root().paddedCovariance(1, coefficientCount());
    }

    /** Log determinant log |LLᵀ|. */
    public double logDeterminant() {
        return 2 * root().logDeterminant();
    }

    /** Shape a of the variance's inverse gamma. */
    public double shape() {
        return logVarianceLaw().a();
    }

    /** Scale b of the variance's inverse gamma, in units of the variance. */
    public double scale() {
        return logVarianceLaw().b();
    }

    /** Gradient in λ of a function of the law. */
    public double[] parameterGradient(NormalInverseGammaGradient gradient) {
        double[] into = Arrays.copyOf(gradient.location(), parameters.length);
        root().addMatrixGradient(gradient.scaleMatrix(), into);
        double[] own = new double[FREE];
        dispersion.addNatural(0, 1, new double[] {gradient.shape(), gradient.scale()}, own);
        System.arraycopy(own, 0, into, into.length - FREE, FREE);
        return into;
    }

    private ScalarLaw logVarianceLaw() {
        return dispersion.laws().get(0);
    }

    /** Ratio of the log variance log v to the parameter u, whose unit a rescaled posterior has changed. */
    private double logVarianceSlope() {
        return -1 / dispersion.scaleFactors()[0];
    }

    private double variance(double[] theta) {
        return Math.exp(logVarianceSlope() * theta[coefficientCount()]);
    }

    /** Expected variance E v. */
    private double meanVariance() {
        return logVarianceLaw().a() > 1
                ? logVarianceLaw().b() / (logVarianceLaw().a() - 1)
                : Double.POSITIVE_INFINITY;
    }

    private double[] logVariance(double[] theta) {
        return new double[] {theta[coefficientCount()]};
    }

    @Override
    public String family() {
        return NAME;
    }

    @Override
    public double[] mean() {
        double[] mean = Arrays.copyOf(parameters, coefficientCount() + 1);
        mean[coefficientCount()] = dispersion.mean()[0];
        return mean;
    }

    @Override
    public double[] sd() {
        double[] sd = Arrays.copyOf(root().rowNorms(), coefficientCount() + 1);
        for (int j = 0; j < coefficientCount(); j++) {
            sd[j] *= Math.sqrt(meanVariance());
        }
        sd[coefficientCount()] = dispersion.sd()[0];
        return sd;
    }

    /** Covariance: E v LLᵀ of the coefficients; u is uncorrelated with them, but not independent. */
    @Override
    public double[] covariance() {
        double[] covariance = root().paddedCovariance(meanVariance(), coefficientCount() + 1);
        covariance[covariance.length - 1] = dispersion.covariance()[0];
        return covariance;
    }

    @Override
    public double logDensity(double[] theta) {
        double[] z = root().standardised(theta);
        double log = logVarianceSlope() * theta[coefficientCount()];
        return dispersion.logDensity(logVariance(theta))
                - root().logDeterminant()
                - coefficientCount() * (NormalTail.HALF_LOG_2_PI + 0.5 * log)
                - 0.5 * FreeParameterAlgebra.dot(z, 0, z, 0, z.length) * Math.exp(-log);
    }

    @Override
    public void addLogDensityGradient(double[] theta, double weight, double[] into) {
        double[] z = root().standardised(theta);
        double variance = variance(theta);
        FreeParameterAlgebra.add(into, 0, -weight, root().inverseTransposeTimes(1 / variance, z), 0, z.length);
        double[] own = new double[1];
        dispersion.addLogDensityGradient(logVariance(theta), 1, own);
        double squares = FreeParameterAlgebra.dot(z, 0, z, 0, z.length) / variance;
        into[z.length] += weight * (own[0] + 0.5 * logVarianceSlope() * (squares - z.length));
    }

    @Override
    public void addScore(double[] theta, double weight, double[] into) {
        double[] z = root().standardised(theta);
        root().addScore(z, root().inverseTransposeTimes(1 / variance(theta), z), weight, into);
        double[] own = new double[FREE];
        dispersion.addScore(logVariance(theta), weight, own);
        FreeParameterAlgebra.add(into, into.length - FREE, 1, own, 0, FREE);
    }

    @Override
    public NormalInverseGamma with(double[] other) {
        FreeParameterAlgebra.check(NAME, other, parameters.length);
        double[] own = Arrays.copyOfRange(other, other.length - FREE, other.length);
        return new NormalInverseGamma(isDiagonal, other, dispersion.with(own));
    }

    @Override
    public NormalInverseGamma rescaled(double[] factors) {
        int d = coefficientCount();
        FreeParameterAlgebra.checkFactors(factors, d + 1);
        return new NormalInverseGamma(
                isDiagonal, root().rescaled(factors), dispersion.rescaled(new double[] {factors[d]}));
    }

    @Override
    public double[] parameterScales() {
        double[] units = root().parameterScales(
                        Math.sqrt(logVarianceLaw().b() / logVarianceLaw().a()));
        System.arraycopy(dispersion.parameterScales(), 0, units, units.length - FREE, FREE);
        return units;
    }

    @Override
    public FamilyParameters toFamilyParameters() {
        return root().toFamilyParameters().withPosteriors("dispersion", List.of(dispersion));
    }

    /** Posterior rebuilt from its written parameters. */
    public static NormalInverseGamma fromFamilyParameters(FamilyParameters own) {
        ScalarPosterior dispersion = ScalarFamily.INVERSE_GAMMA.rebuildPosterior(
                own.children("dispersion").get(0));
        boolean diagonal = own.numbers("logDiagonal").length > 1 && own.numbers("belowDiagonal").length == 0;
        return of(LocationScale.fromFamilyParameters(own, diagonal, FREE), dispersion);
    }

    /**
     * Standard normal numbers of the draw with coefficients on the other side of their location, at the same variance.
     */
    @Override
    public double[] mirroredNoise(double[] standard) {
        double[] other = Posterior.super.mirroredNoise(standard);
        other[coefficientCount()] = standard[coefficientCount()];
        return other;
    }

    private double[] noiseOfVariance(double[] standard) {
        return new double[] {standard[coefficientCount()]};
    }

    @Override
    public double[] draw(int stratum, double[] standard) {
        double[] theta = new double[coefficientCount() + 1];
        theta[coefficientCount()] = dispersion.draw(0, noiseOfVariance(standard))[0];
        root().draw(Math.sqrt(variance(theta)), standard, theta);
        return theta;
    }

    /** Adds the pulled-back gradient, to which the variance also contributes through the coefficients. */
    @Override
    public void addPullback(int stratum, double[] standard, double[] gradient, double[] into) {
        int d = coefficientCount();
        double[] theta = draw(stratum, standard);
        root().addPullback(Math.sqrt(variance(theta)), standard, gradient, into);
        double along = gradient[d];
        for (int j = 0; j < d; j++) {
            along += 0.5 * logVarianceSlope() * gradient[j] * (theta[j] - parameters[j]);
        }
        double[] own = new double[FREE];
        dispersion.addPullback(0, noiseOfVariance(standard), new double[] {along}, own);
        FreeParameterAlgebra.add(into, into.length - FREE, 1, own, 0, FREE);
    }
}
