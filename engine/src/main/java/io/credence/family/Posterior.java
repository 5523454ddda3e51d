package io.credence.family;

import java.io.Serializable;

/** A variational posterior q over d unconstrained parameters: an immutable value. */
public interface Posterior extends Serializable {

    /** Name in configuration and results. */
    String family();

    /** E θ, d numbers, not to be changed; NaN where it does not exist. */
    double[] mean();

    /** Standard deviation of each parameter; infinite where it does not exist. */
    double[] sd();

    /** Number of parameters d. */
    default int dimension() {
        return mean().length;
    }

    /** log q(θ), nats. */
    double logDensity(double[] theta);

    /** Adds {@code weight} times ∇_θ log q(θ) to {@code into}. */
    void addLogDensityGradient(double[] theta, double weight, double[] into);
}
