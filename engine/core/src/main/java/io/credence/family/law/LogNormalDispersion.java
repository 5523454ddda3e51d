package io.credence.family.law;

import io.credence.linalg.NormalTail;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import org.hipparchus.special.Gamma;

/**
 * Log-normal posterior of a dispersion, log φ ~ N(a, s²).
 *
 * @param logMean a
 * @param logSd s, positive
 */
public record LogNormalDispersion(double logMean, double logSd) implements DispersionPosterior {
    public LogNormalDispersion {
        if (!(logSd > 0) || logSd == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(
                    "the standard deviation of a log dispersion must be positive and finite but was " + logSd);
        }
    }

    @Override
    public LogNormalDispersion asLogNormal() {
        return this;
    }

    /** Values of φ at the given standard normal numbers. */
    public double[] valuesAt(double[] standard) {
        double[] values = new double[standard.length];
        Arrays.setAll(values, k -> Math.exp(logMean + logSd * standard[k]));
        return values;
    }

    @Override
    public DispersionPosterior stepTowards(DispersionPosterior target, double stepSize) {
        LogNormalDispersion other = (LogNormalDispersion) target;
        double now = 1 / (logSd * logSd);
        double precision = now + stepSize * (1 / (other.logSd * other.logSd) - now);
        return new LogNormalDispersion(logMean + stepSize * (other.logMean - logMean), 1 / Math.sqrt(precision));
    }

    @Override
    public double[] unboundedCoordinates() {
        return new double[] {logMean, Math.log(logSd)};
    }

    @Override
    public LogNormalDispersion withUnboundedCoordinates(double[] unbounded) {
        return new LogNormalDispersion(unbounded[0], Math.exp(unbounded[1]));
    }

    @Override
    public double[] gradientTowards(DispersionPosterior target) {
        LogNormalDispersion other = (LogNormalDispersion) target;
        double variance = other.logSd * other.logSd;
        return new double[] {(logMean - other.logMean) / variance, logSd * logSd / variance - 1};
    }

    @Override
    public double meanLog() {
        return logMean;
    }

    @Override
    public double sdLog() {
        return logSd;
    }

    @Override
    public double meanInverse() {
        return Math.exp(-logMean + 0.5 * logSd * logSd);
    }

    @Override
    public double mean() {
        return Math.exp(logMean + 0.5 * logSd * logSd);
    }

    @Override
    public double sd() {
        return mean() * Math.sqrt(Math.expm1(logSd * logSd));
    }

    @Override
    public double[] quantiles(int count, IntToDoubleFunction p) {
        double[] standard = new double[count];
        Arrays.setAll(standard, s -> NormalTail.quantile(p.applyAsDouble(s)));
        return valuesAt(standard);
    }

    @Override
    public DoubleUnaryOperator logDensityOfLog() {
        double logWidth = Math.log(logSd);
        return logarithm -> {
            double z = (logarithm - logMean) / logSd;
            return -0.5 * (z * z + Math.log(2 * Math.PI)) - logWidth;
        };
    }

    /**
     * Kullback–Leibler divergence from an inverse gamma, whose density of ℓ = log φ is b^a/Γ(a) exp(−aℓ − b e^{−ℓ}),
     * nats.
     */
    @Override
    public double divergence(DispersionPosterior.InverseGamma prior) {
        double entropy = 0.5 * Math.log(2 * Math.PI * Math.E) + Math.log(logSd);
        double expectedLogPrior = prior.shape() * Math.log(prior.scale())
                - Gamma.logGamma(prior.shape())
                - prior.shape() * logMean
                - prior.scale() * meanInverse();
        return -entropy - expectedLogPrior;
    }

    @Override
    public double divergenceFrom(DispersionPosterior other) {
        LogNormalDispersion normal = (LogNormalDispersion) other;
        double ratio = logSd / normal.logSd;
        double shift = (logMean - normal.logMean) / normal.logSd;
        return 0.5 * (ratio * ratio + shift * shift - 1) - Math.log(ratio);
    }
}
