package io.credence.divergence;

import io.credence.family.Blocks;

/** What independent parameters contribute to the integral ∫q^a π^b of two Gaussians, with K = aS0 + bS. */
interface OverlapPart {

    /** Blocks of {@link #inverse}. */
    Blocks blocks();

    /** [log|I + (b/a)S0⁻¹S| − d log(1 + b/a)]/b + a(μ−μ0)ᵀu. */
    double excess();

    /** u = K⁻¹(μ − μ0). */
    double[] pulled();

    /** K⁻¹, packed, a copy. */
    double[] inverse();
}
