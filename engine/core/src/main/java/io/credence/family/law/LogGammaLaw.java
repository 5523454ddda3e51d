package io.credence.family.law;

import io.credence.autodiff.Polygamma;
import org.hipparchus.special.Gamma;

/**
 * Law of z = log x, x ~ Gamma(a, b): log density a log b − log Γ(a) + az − b exp z. The mean a/b and the shape are
 * orthogonal parameters.
 *
 * @param a shape, positive
 * @param b rate, positive
 */
public record LogGammaLaw(double a, double b) implements ScalarLaw {

    private static final int ITERATIONS = 50;

    /** Law of the given mean and standard deviation of z. It is found by Newton steps in log a for ψ′(a) = sd². */
    public static LogGammaLaw around(double mean, double sd) {
        double variance = sd * sd;
        double shape = 1 / variance + 0.5;
        for (int i = 0; i < ITERATIONS; i++) {
            double excess = Math.log(Polygamma.of(1, shape) / variance);
            shape *= Math.exp(-excess * Polygamma.of(1, shape) / (shape * Polygamma.of(2, shape)));
        }
        return new LogGammaLaw(shape, Math.exp(Polygamma.of(0, shape) - mean));
    }

    @Override
    public LogGammaLaw withNatural(double first, double second) {
        return new LogGammaLaw(first, second);
    }

    @Override
    public double logConcentration() {
        return Math.log(a);
    }

    @Override
    public LogGammaLaw withFree(double location, double concentration) {
        return new LogGammaLaw(Math.exp(concentration), Math.exp(concentration - location));
    }

    @Override
    public double[] jacobian() {
        return new double[] {0, a, -b, b};
    }

    @Override
    public double[] information() {
        return new double[] {a, 0, 0, ScalarLaw.logShapeInformation(a)};
    }

    @Override
    public double mean() {
        return Polygamma.of(0, a) - Math.log(b);
    }

    @Override
    public double variance() {
        return Polygamma.of(1, a);
    }

    @Override
    public double[] statistics(double z) {
        return new double[] {z, -Math.exp(z)};
    }

    @Override
    public double[] expectedStatistics() {
        return new double[] {mean(), -a / b};
    }

    @Override
    public double logNormalizer() {
        return Gamma.logGamma(a) - a * Math.log(b);
    }

    @Override
    public double[] statisticSlopes(double z) {
        return new double[] {1, -Math.exp(z)};
    }

    @Override
    public double curvatureRatio() {
        return 0;
    }

    @Override
    public double logDensityAtMode() {
        return ScalarLaw.logGammaPeak(a);
    }

    @Override
    public double[] statisticsFromMode(double offset) {
        return new double[] {offset, -a / b * ScalarLaw.expm1(offset)};
    }

    @Override
    public double curvature() {
        return -a;
    }
}
