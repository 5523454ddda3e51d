package io.credence.gradient;

import io.credence.family.GaussianPosterior;

/** From draws to the expected log density's gradient and curvature at a posterior: unbiased, with the noise they leave. */
public interface GradientEstimator {

    /** Which gradients of the loss it needs. */
    GradientForm form();

    /**
     * The estimate at {@code q}.
     *
     * @param drawn draws of {@code q}
     * @param before what was known before these draws
     */
    Estimate estimate(Drawn drawn, GaussianPosterior q, Surrogate before);
}
