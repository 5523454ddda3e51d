package io.credence.prior;

import java.io.Serializable;

/**
 * A log density of the parameters whose expectations have no closed form, such as a prior of constrained parameters with
 * the log-Jacobian of their transform; taken at the same draws as the loss, on the driver.
 */
public interface DensityTerm extends Serializable {

    /** log π(θ), nats; −∞ outside the support. */
    double logDensity(double[] theta);

    /** Adds ∇ log π(θ) to {@code gradient}. */
    void addGradient(double[] theta, double[] gradient);

    /** Adds the gradients at some points, all n × d, which may cost less than one by one. */
    default void addGradients(double[][] points, double[][] gradients) {
        for (int i = 0; i < points.length; i++) {
            addGradient(points[i], gradients[i]);
        }
    }

    /** Whether differences of its gradient are its second derivatives and show all: it has no jumps and is not dear. */
    default boolean hasCurvature() {
        return true;
    }

    /**
     * Adds log π(θ) to the Markov blankets of the factors it involves. A density that does not know them is in every blanket as a
     * whole, which leaves estimates unbiased.
     *
     * @param owners factor of each parameter, ascending; shorter than θ where the last parameters are in none
     * @param blankets to be added to, that of factor f at {@code at + f}
     */
    default void addBlankets(double[] theta, int[] owners, double[] blankets, int at) {
        double whole = logDensity(theta);
        for (int f = 0; f <= owners[owners.length - 1]; f++) {
            blankets[at + f] += whole;
        }
    }
}
