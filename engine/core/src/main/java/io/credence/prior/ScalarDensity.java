package io.credence.prior;

import java.io.Serializable;

/** A normalised log density of one unconstrained number u, as the sum of a constant and of what depends on u. */
public interface ScalarDensity extends Serializable {

    /** The part of the log density that is the same everywhere, nats. */
    double logConstant();

    /** The part of the log density that depends on u, nats. */
    double logShape(double u);

    /** Derivative of the log density; 0 at a kink. */
    double slope(double u);

    /** Whether the slope has no jumps. */
    default boolean hasCurvature() {
        return true;
    }

    /** The log density, nats. */
    default double logDensity(double u) {
        return logConstant() + logShape(u);
    }
}
