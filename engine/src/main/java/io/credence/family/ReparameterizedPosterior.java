package io.credence.family;

/**
 * A posterior whose draws are smooth functions θ(ε; λ) of its unconstrained parameters λ and of standard normal numbers ε, so
 * that a gradient at a draw is pulled back to λ. A mixture has one stratum for each component: draws are made within a
 * stratum, and what they say is weighted by the stratum's probability.
 */
public interface ReparameterizedPosterior extends Posterior {

    /** λ; not to be changed. */
    double[] parameters();

    /**
     * The member of the same family with other parameters.
     *
     * @throws IllegalArgumentException if they are not as many, or one is not finite
     */
    ReparameterizedPosterior with(double[] parameters);

    /**
     * How far each entry of λ naturally moves, as long as λ: a location by its parameter's spread, a logarithm by 1. Steps
     * are taken in these units, so that they mean the same in any coordinates of θ.
     */
    default double[] units() {
        double[] ones = new double[parameters().length];
        java.util.Arrays.fill(ones, 1);
        return ones;
    }

    /** Number of standard normal numbers that make a draw. */
    int noise();

    /** Number of strata, 1 for all but mixtures. */
    default int strata() {
        return 1;
    }

    /** Probability of a stratum. */
    default double weight(int stratum) {
        return 1;
    }

    /** θ(ε; λ), d numbers. */
    double[] draw(int stratum, double[] standard);

    /** Adds (∂θ/∂λ)ᵀ {@code gradient} at the draw of ε to {@code into}, as long as λ. */
    void addPullback(int stratum, double[] standard, double[] gradient, double[] into);

    /** Adds {@code weight} times ∇_λ log q(θ; λ), θ held fixed, to {@code into}. */
    void addScore(double[] theta, double weight, double[] into);

    /** Adds Σ_k heights[k] ∂ weight(k)/∂λ to {@code into}: how the strata's probabilities follow what was found in them. */
    default void addWeightGradient(double[] heights, double[] into) {}
}
