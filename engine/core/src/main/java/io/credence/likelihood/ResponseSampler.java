package io.credence.likelihood;

import org.hipparchus.random.RandomDataGenerator;
import org.hipparchus.random.RandomGenerator;

/** Sampler of responses of a likelihood, to be compared with the observed ones. */
@FunctionalInterface
public interface ResponseSampler {

    /**
     * Draws a response.
     *
     * @param eta linear predictors
     * @param dispersion 1 where there is none
     */
    double draw(double[] eta, double dispersion, RandomGenerator random);

    /**
     * Draws a label for a row. Where a response has two numbers, the label keeps the row's second number.
     *
     * @param like label of the row
     */
    default double drawLabel(double[] eta, double dispersion, double like, RandomGenerator random) {
        return draw(eta, dispersion, random);
    }

    /** Draws a beta number of the given mean and precision 1/φ. */
    static double beta(double mean, double dispersion, RandomGenerator random) {
        double first = Math.max(Double.MIN_NORMAL, mean / dispersion);
        double second = Math.max(Double.MIN_NORMAL, (1 - mean) / dispersion);
        return RandomDataGenerator.of(random).nextBeta(first, second);
    }

    /** Draws a gamma number of mean 1 and variance φ. */
    static double gamma(double dispersion, RandomGenerator random) {
        return RandomDataGenerator.of(random).nextGamma(1 / dispersion, dispersion);
    }
}
