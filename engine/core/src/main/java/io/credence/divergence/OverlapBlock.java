package io.credence.divergence;

import io.credence.family.Blocks;

/** Contribution of independent parameters to the integral ∫q^a π^b of two Gaussians, with K = aS0 + bS. */
interface OverlapBlock {

    /** Blocks of {@link #inverse}. */
    Blocks blocks();

    /** Contribution to the excess: [log|I + (b/a)S0⁻¹S| − d log(1 + b/a)]/b + a(μ−μ0)ᵀu. */
    double excess();

    /** Vector u = K⁻¹(μ − μ0). */
    double[] scaledMeanDifference();

    /** Inverse K⁻¹, packed, a copy. */
    double[] inverse();
}
