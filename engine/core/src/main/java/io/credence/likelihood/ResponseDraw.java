package io.credence.likelihood;

import org.apache.commons.math3.distribution.BetaDistribution;
import org.apache.commons.math3.distribution.GammaDistribution;
import org.apache.commons.math3.random.RandomGenerator;

/** Draws responses of a likelihood, to be set against those that were observed. */
@FunctionalInterface
public interface ResponseDraw {

    /**
     * A response.
     *
     * @param eta linear predictors
     * @param dispersion 1 where there is none
     */
    double draw(double[] eta, double dispersion, RandomGenerator random);

    /**
     * A label such as a row of that label could have: of responses of two numbers, one beside the same second number.
     *
     * @param like label of the row
     */
    default double label(double[] eta, double dispersion, double like, RandomGenerator random) {
        return draw(eta, dispersion, random);
    }

    /** A beta number of that mean and precision 1/φ. */
    static double beta(double mean, double dispersion, RandomGenerator random) {
        double first = Math.max(Double.MIN_NORMAL, mean / dispersion);
        double second = Math.max(Double.MIN_NORMAL, (1 - mean) / dispersion);
        return new BetaDistribution(random, first, second).sample();
    }

    /** A gamma number of mean 1 and variance φ. */
    static double gamma(double dispersion, RandomGenerator random) {
        return new GammaDistribution(random, 1 / dispersion, dispersion).sample();
    }
}
