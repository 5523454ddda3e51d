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
}
