package io.credence.likelihood.positive;

import io.credence.autodiff.TweedieSeries;
import io.credence.likelihood.ResponseLaw;
import io.credence.likelihood.ResponseSampler;
import io.credence.likelihood.count.CountSampler;
import org.hipparchus.random.RandomGenerator;
import org.hipparchus.special.Gamma;

/**
 * Tweedie distribution of mean μ = e^η and variance φμ^p, 1 < p < 2: the sum of a Poisson number of gamma amounts. The
 * number has the mean λ = μ^{2−p}/(φ(2 − p)), each amount the shape (2 − p)/(p − 1) and the mean μ/λ (Jørgensen 1997,
 * The theory of dispersion models, section 4.2).
 *
 * @param power p
 */
record TweedieLaw(double power) implements ResponseLaw {
    // Numbers of amounts are added up as the terms of TweedieSeries: their probability has the variance λ, the
    // distribution function of the amounts, as a function of their number, the variance λ/shape, and the product is as
    // smooth as those terms.

    private static final GammaLaw AMOUNTS = new GammaLaw();

    /**
     * Log ratio to the likeliest number of amounts at which less likely ones are left out. They add up to some 1e-8,
     * and so does what a step of 0.7 standard deviations leaves out.
     */
    private static final double NEGLIGIBLE = 16;

    /** Expected number of amounts above which their sum is taken to be a gamma, equal in mean and variance, to 1e-7. */
    private static final double MANY = 1e12;

    private double gammaShape() {
        return (2 - power) / (power - 1);
    }

    /** Expected number λ of amounts. */
    private double expectedAmounts(double eta, double dispersion) {
        return Math.exp((2 - power) * eta) / (dispersion * (2 - power));
    }

    @Override
    public double cdf(double y, double eta, double dispersion) {
        if (y < 0) {
            return 0;
        }
        double number = expectedAmounts(eta, dispersion);
        double none = Math.exp(-number);
        if (y == 0) {
            return none;
        }
        if (number > MANY) {
            return AMOUNTS.cdf(y, eta, dispersion * Math.exp((power - 2) * eta));
        }
        double step = TweedieSeries.step(0.7, number, gammaShape());
        double from = Math.max(1, Math.rint(number));
        double logNumber = Math.log(number);
        double each = eta - logNumber;
        double sum = 0;
        for (int way = -1; way <= 1; way += 2) {
            double log = 0;
            double first = way < 0 ? from : from + step;
            double peak = from * logNumber - Gamma.logGamma(from + 1);
            for (double j = first; j >= 1 && log > -NEGLIGIBLE; j += way * step) {
                log = j * logNumber - Gamma.logGamma(j + 1) - peak;
                sum += Math.exp(log + peak - number) * AMOUNTS.cdf(y, each + Math.log(j), 1 / (j * gammaShape()));
            }
        }
        return Math.min(1, none + step * sum);
    }

    @Override
    public double predictorNoise(double eta, double dispersion) {
        return Math.sqrt(dispersion) * Math.exp(0.5 * (power - 2) * eta);
    }

    @Override
    public Support support() {
        return Support.NONNEGATIVE;
    }

    double draw(double eta, double dispersion, RandomGenerator random) {
        double mean = expectedAmounts(eta, dispersion);
        double number = CountSampler.poisson(mean, random);
        if (!(number > 0)) {
            return number;
        }
        return Math.exp(eta) * (number / mean) * ResponseSampler.gamma(1 / (number * gammaShape()), random);
    }
}
