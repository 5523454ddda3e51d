package io.credence.likelihood;

import org.hipparchus.random.RandomGenerator;

/** Function from linear predictors to the probabilities of the classes 0, 1, …. */
@FunctionalInterface
public interface ClassProbabilities {

    /**
     * Writes the probabilities of all classes.
     *
     * @param eta linear predictors
     * @param shares receives one probability per class
     */
    void fill(double[] eta, double[] shares);

    /** Sampler of classes that have the probabilities of this function. */
    default ResponseSampler responseSampler(int classes) {
        return (eta, dispersion, random) -> {
            double[] shares = new double[classes];
            fill(eta, shares);
            return draw(shares, random);
        };
    }

    /** Draws a class number with the given probabilities. */
    static int draw(double[] shares, RandomGenerator random) {
        double left = random.nextDouble();
        int k = 1;
        while (k < shares.length && left >= shares[k]) {
            left -= shares[k++];
        }
        return k < shares.length ? k : 0;
    }
}
