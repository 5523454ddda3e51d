package io.credence.likelihood;

import org.apache.commons.math3.random.RandomGenerator;

/** Probabilities of the classes 0, 1, … that a label may be. */
@FunctionalInterface
public interface ClassShares {

    /**
     * Fills them.
     *
     * @param eta linear predictors
     * @param shares one for each class
     */
    void fill(double[] eta, double[] shares);

    /** Draws classes of these probabilities, where there are so many. */
    default ResponseDraw responses(int classes) {
        return (eta, dispersion, random) -> {
            double[] shares = new double[classes];
            fill(eta, shares);
            return draw(shares, random);
        };
    }

    /** A class by its probability. */
    static int draw(double[] shares, RandomGenerator random) {
        double left = random.nextDouble();
        int k = 1;
        while (k < shares.length && left >= shares[k]) {
            left -= shares[k++];
        }
        return k < shares.length ? k : 0;
    }
}
