package io.credence.family;

import io.credence.family.choice.FamilyPart;
import io.credence.linalg.Vectors;
import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Variational posterior q over d unconstrained parameters, an immutable value. Its draws are smooth functions θ(ε; λ)
 * of its own unconstrained parameters λ and of standard normal numbers ε, so that a gradient at a draw is pulled back
 * to λ. A mixture has one stratum for each component: draws are made within a stratum, and results from them are
 * weighted by its probability.
 */
public interface Posterior extends Serializable {

    /** Name in configuration and results. */
    String family();

    /** Number of parameters d. */
    default int dimension() {
        return mean().length;
    }

    /** Mean E θ, d numbers, not to be changed; NaN where it does not exist. */
    double[] mean();

    /** Standard deviation of each parameter; infinite where it does not exist. */
    double[] sd();

    /**
     * Covariance, d × d row-major; where parameters are independent by construction its diagonal alone, d numbers. Not
     * to be changed; infinite or NaN where it does not exist.
     */
    double[] covariance();

    /** Whether the parameters, or blocks of them, are independent under any model. */
    default boolean isIndependent() {
        return false;
    }

    /** Computation by which mean, standard deviations and covariance are found. */
    default MomentSource momentSource() {
        return MomentSource.CLOSED_FORM;
    }

    /** Log density log q(θ), nats. */
    double logDensity(double[] theta);

    /** Adds {@code weight} times ∇_θ log q(θ) to {@code into}. */
    void addLogDensityGradient(double[] theta, double weight, double[] into);

    /** Unconstrained parameters λ of the family; not to be changed. */
    double[] parameters();

    /** Length of λ, known without computing λ. */
    default int parameterCount() {
        return parameters().length;
    }

    /**
     * Member of the same family with other parameters λ.
     *
     * @throws IllegalArgumentException if they are not as many, one is not finite, or no such member can be computed
     */
    Posterior with(double[] parameters);

    /**
     * Scale on which each entry of λ varies, as long as λ: for a location the spread of its parameter, for a logarithm
     * 1. Steps are taken in these units, so that they mean the same in any coordinates of θ.
     */
    default double[] parameterScales() {
        return Vectors.ones(parameterCount());
    }

    /** Member at λ + u ∘ x, with the units u of {@link #parameterScales()}; null where there is none. */
    default @Nullable Posterior moved(double[] x) {
        double[] moved = Vectors.plusScaled(parameters(), 1, Vectors.entrywiseProduct(parameterScales(), x));
        if (!Vectors.isFinite(moved)) {
            return null;
        }
        try {
            return with(moved);
        } catch (IllegalArgumentException none) {
            return null;
        }
    }

    /** Coordinates to average over iterates, whose average is the answer of a fit; not to be changed. */
    default double[] coordinates() {
        return parameters();
    }

    /**
     * Member of the same family with the given coordinates.
     *
     * @return null where there is none
     */
    default @Nullable Posterior withCoordinates(double[] coordinates) {
        return with(coordinates);
    }

    /**
     * Posterior of the rescaled parameters {@code factors[j]} θ_j, which is of the same family.
     *
     * @throws IllegalArgumentException if there are not d of them, or one is not positive and finite
     */
    Posterior rescaled(double[] factors);

    /**
     * Mixture of finitely many normals that equals this posterior, exactly or to the error of a quadrature rule; null
     * if there is none.
     */
    default @Nullable NormalMixture normalMixture() {
        return null;
    }

    /** Whether the parameters are jointly normal. The answer needs no covariance matrix. */
    default boolean isNormal() {
        NormalMixture normals = normalMixture();
        return normals != null && normals.components().size() == 1;
    }

    /** Gaussian form of this posterior, with natural gradients and exact expectations; null where it has none. */
    default @Nullable GaussianPosterior gaussian() {
        return null;
    }

    /** Fisher information in λ, where the posterior is of an exponential family with natural gradients; else null. */
    default @Nullable FisherInformation information() {
        return null;
    }

    /** Parameters by name, from which {@link FamilyPart#rebuildPosterior} makes this posterior again, to the same bits. */
    FamilyParameters toFamilyParameters();

    /** Number of standard normal numbers that make a draw. */
    default int noiseDimension() {
        return dimension();
    }

    /**
     * Standard normal numbers of the mirror draw: equally likely and on the other side of the location, as far as the
     * family has one.
     */
    default double[] mirroredNoise(double[] standard) {
        double[] other = new double[standard.length];
        Arrays.setAll(other, i -> -standard[i]);
        return other;
    }

    /** Number of strata, 1 for all but mixtures. */
    default int stratumCount() {
        return 1;
    }

    /** Probability of a stratum. */
    default double weight(int stratum) {
        return 1;
    }

    /** Draw θ(ε; λ), d numbers. */
    double[] draw(int stratum, double[] standard);

    /** Adds the gradient at the draw of ε, pulled back to λ, (∂θ/∂λ)ᵀ {@code gradient}, to {@code into}. */
    void addPullback(int stratum, double[] standard, double[] gradient, double[] into);

    /** Adds the score, {@code weight} times ∇_λ log q(θ; λ) with θ held fixed, to {@code into}. */
    void addScore(double[] theta, double weight, double[] into);

    /** Adds the gradient through the strata's probabilities, Σ_k weights[k] ∂ weight(k)/∂λ, to {@code into}. */
    default void addWeightGradient(double[] weights, double[] into) {}
}
