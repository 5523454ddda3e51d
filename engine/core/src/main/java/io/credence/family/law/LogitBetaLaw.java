package io.credence.family.law;

import io.credence.autodiff.Polygamma;
import org.hipparchus.special.Beta;

/**
 * Law of z = log(x/(1 − x)), x ~ Beta(a, b): log density a log x + b log(1 − x) − log B(a, b).
 *
 * @param a positive
 * @param b positive
 */
public record LogitBetaLaw(double a, double b) implements ScalarLaw {

    private static final int ITERATIONS = 50;
    /** Exponent well below that of the largest number. */
    private static final double LARGE = 600;

    /**
     * Law of the given mean and standard deviation of z. It is found by Newton steps in log a and log b for ψ(a) − ψ(b)
     * and log(ψ′(a) + ψ′(b)).
     */
    public static LogitBetaLaw around(double mean, double sd) {
        double variance = sd * sd;
        double first = 0.5 + (1 + Math.exp(mean)) / variance;
        double second = 0.5 + (1 + Math.exp(-mean)) / variance;
        for (int i = 0; i < ITERATIONS; i++) {
            LogitBetaLaw now = new LogitBetaLaw(first, second);
            double off = now.mean() - mean;
            double excess = Math.log(now.variance() / variance);
            double j00 = first * Polygamma.of(1, first);
            double j01 = -second * Polygamma.of(1, second);
            double j10 = first * Polygamma.of(2, first) / now.variance();
            double j11 = second * Polygamma.of(2, second) / now.variance();
            double determinant = j00 * j11 - j01 * j10;
            first *= Math.exp(clippedStep(-(j11 * off - j01 * excess) / determinant));
            second *= Math.exp(clippedStep(-(j00 * excess - j10 * off) / determinant));
        }
        return new LogitBetaLaw(first, second);
    }

    private static double clippedStep(double required) {
        return Math.max(-1, Math.min(1, required));
    }

    @Override
    public LogitBetaLaw withNatural(double first, double second) {
        return new LogitBetaLaw(first, second);
    }

    @Override
    public double logConcentration() {
        return Math.log(a + b);
    }

    @Override
    public LogitBetaLaw withFree(double location, double concentration) {
        return new LogitBetaLaw(
                Math.exp(concentration + logShare(location)), Math.exp(concentration + logShare(-location)));
    }

    @Override
    public double[] jacobian() {
        double turn = a * b / (a + b);
        return new double[] {turn, a, -turn, b};
    }

    @Override
    public double[] information() {
        double turn = a * b / (a + b);
        double first = ScalarLaw.logShapeInformation(a);
        double second = ScalarLaw.logShapeInformation(b);
        double mixed = turn * (first / a - second / b);
        return new double[] {
            turn * turn * variance(), mixed, mixed, first + second - ScalarLaw.logShapeInformation(a + b)
        };
    }

    @Override
    public double mean() {
        return Polygamma.of(0, a) - Polygamma.of(0, b);
    }

    @Override
    public double variance() {
        return Polygamma.of(1, a) + Polygamma.of(1, b);
    }

    @Override
    public double[] statistics(double z) {
        return new double[] {logShare(z), logShare(-z)};
    }

    @Override
    public double[] expectedStatistics() {
        return new double[] {-Polygamma.digammaDifference(a, b), -Polygamma.digammaDifference(b, a)};
    }

    @Override
    public double logNormalizer() {
        return Beta.logBeta(a, b);
    }

    @Override
    public double[] statisticSlopes(double z) {
        return new double[] {Math.exp(logShare(-z)), -Math.exp(logShare(z))};
    }

    @Override
    public double curvatureRatio() {
        return 1;
    }

    @Override
    public double logDensityAtMode() {
        return ScalarLaw.logGammaPeak(a) + ScalarLaw.logGammaPeak(b) - ScalarLaw.logGammaPeak(a + b);
    }

    /**
     * Statistics T₁ and T₂ at a distance δ above the mode, less those at the mode. They come from log(1 − x₀ + x₀ exp
     * δ), x₀ = a/(a + b), or from the other side, so that x₀ ≤ ½ and no term cancels.
     */
    @Override
    public double[] statisticsFromMode(double offset) {
        if (a <= b) {
            double log = logOfMean(b / a, offset);
            return new double[] {offset - log, -log};
        }
        double log = logOfMean(a / b, -offset);
        return new double[] {-log, -offset - log};
    }

    /** Logarithm of the mean of {@code odds} ones and one exp({@code offset}). */
    private static double logOfMean(double odds, double offset) {
        return offset < LARGE
                ? ScalarLaw.log1p(ScalarLaw.expm1(offset) / (1 + odds))
                : offset - Math.log1p(odds) + Math.log1p(odds * Math.exp(-offset));
    }

    @Override
    public double curvature() {
        return -a * b / (a + b);
    }

    /** Logarithm of the share 1/(1 + e⁻ᶻ). */
    private static double logShare(double z) {
        return z > 0 ? -Math.log1p(Math.exp(-z)) : z - Math.log1p(Math.exp(z));
    }
}
