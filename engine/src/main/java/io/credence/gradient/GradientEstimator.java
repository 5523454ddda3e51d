package io.credence.gradient;

import io.credence.family.Posterior;

/** From draws to an objective's gradient at a posterior: unbiased, with the noise that the draws leave. */
public interface GradientEstimator<Q extends Posterior> {

    /** Which gradients of the loss it needs. */
    GradientForm form();

    /**
     * The estimate at {@code q}.
     *
     * @param drawn draws of {@code q}
     * @param before what was known before these draws
     */
    Estimate estimate(Drawn drawn, Q q, QuadraticControlVariate before);
}
