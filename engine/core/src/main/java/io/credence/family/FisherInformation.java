package io.credence.family;

import org.jspecify.annotations.Nullable;

/**
 * Fisher information F of an exponential family at one of its members, in that member's unconstrained parameters λ. It
 * is the metric that turns gradients into natural gradients (Magris, Shabani and Iosifidis 2022, equations 2 and 5,
 * Appendix C).
 */
public interface FisherInformation {

    /** Product F δ: the gradient in λ whose natural gradient is δ. */
    double[] times(double[] move);

    /** Natural gradient F⁻¹ {@code gradient}, a move of λ. */
    double[] solve(double[] gradient);

    /**
     * Member reached by a move δ along a straight line of natural parameters, η + {@code share} (∂η/∂λ) δ. Where δ is
     * the natural gradient of −KL(q ‖ p) and p a member, the whole move ends at p.
     *
     * @return null where there is no member
     */
    @Nullable
    Posterior posteriorAlong(double[] move, double share);
}
