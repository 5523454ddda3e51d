package io.credence.likelihood.robust;

import java.io.Serializable;

/** A density p(y | η) of one linear predictor with log I(η), I = ∫ p(z | η)^c dz, its order c given at construction. */
public interface PowerFamily extends Serializable {

    /** log p(label | eta), with slope and curvature in η, into {@code out[0..2]}. */
    void logDensity(double label, double eta, double[] out);

    /** log I(eta), with slope and curvature; infinite where the integral diverges. */
    void logIntegral(double eta, double[] out);

    /** Distance in η of trapezoid nodes that integrate p^{c−1} and I to about 1e-11. */
    double step(double label);

    /** Rate a at which p^{c−1} or I may grow, as e^{a|η|}. */
    double growth(double label);
}
