package io.credence.likelihood.robust;

import java.io.Serializable;

/**
 * Density p(y | η) of one linear predictor, with the integral I(η) = ∫ p(z | η)^c dz of its power. The order c is given
 * at construction.
 */
public interface PowerDensity extends Serializable {

    /** Writes log p(label | eta), with slope and curvature in η, into {@code out[0..2]}. */
    void writeLogDensity(double label, double eta, double[] out);

    /** Writes log I(eta), with slope and curvature, into {@code out[0..2]}; infinite where the integral diverges. */
    void writeLogIntegral(double eta, double[] out);

    /** Distance in η of trapezoid nodes that integrate p^{c−1} and I to about 1e-11. */
    double nodeSpacing(double label);

    /** Rate a at which p^{c−1} or I may grow, as e^{a|η|}. */
    double growth(double label);
}
