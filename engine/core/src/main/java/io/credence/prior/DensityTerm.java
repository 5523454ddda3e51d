package io.credence.prior;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Log density of the parameters whose expectation has no closed form. An example is a prior of constrained parameters
 * with the log-Jacobian of their transform. The driver evaluates such a density at the same draws as the loss.
 */
public interface DensityTerm extends Serializable {

    /** Joint log density of terms, as in {@link PriorTerms}; null where there are none. */
    static @Nullable DensityTerm ofTerms(List<DensityTerm> terms) {
        return terms.isEmpty() ? null : terms.size() == 1 ? terms.get(0) : new PriorTerms(terms);
    }

    /** Log density log π(θ), nats; −∞ outside the support. */
    double logDensity(double[] theta);

    /** Adds the gradient ∇ log π(θ) to {@code gradient}. */
    void addGradient(double[] theta, double[] gradient);

    /** Adds the gradients at several points, n × d numbers. It may cost less than one by one. */
    default void addGradients(double[][] points, double[][] gradients) {
        for (int i = 0; i < points.length; i++) {
            addGradient(points[i], gradients[i]);
        }
    }

    /** Whether differences of the gradient give the second derivatives fully, without jumps, and at no great cost. */
    default boolean hasCurvature() {
        return true;
    }

    /**
     * Normal density at a dispersion of 1, of a density that is normal given the dispersion, of which its variances are
     * multiples; null for others.
     */
    default @Nullable GaussianPrior unitDispersionPrior() {
        return null;
    }

    /**
     * Adds log π(θ) to the Markov blankets of the factors it involves. A density that does not know its factors is in
     * every blanket as a whole, which leaves estimates unbiased.
     *
     * @param owners factor of each parameter, ascending; shorter than θ where the last parameters belong to none
     * @param blankets sums to add to, that of factor f at {@code at + f}
     */
    default void addBlankets(double[] theta, int[] owners, double[] blankets, int at) {
        double whole = logDensity(theta);
        for (int f = 0; f <= owners[owners.length - 1]; f++) {
            blankets[at + f] += whole;
        }
    }
}
