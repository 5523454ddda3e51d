package io.credence.prior;

import java.io.Serializable;
import java.util.function.DoubleUnaryOperator;

/** Normalised log density of one unconstrained number u, the sum of a constant and a function of u. */
public interface ScalarDensity extends Serializable {

    /** Constant part of the log density, nats. */
    double logConstant();

    /** Part of the log density that depends on u, nats. */
    double logShape(double u);

    /** Derivative of the log density; 0 at a kink. */
    double slope(double u);

    /** Whether the slope has no jumps. */
    default boolean hasCurvature() {
        return true;
    }

    /** Log density, nats, as a function whose constant is computed once. */
    default DoubleUnaryOperator logDensity() {
        double constant = logConstant();
        return u -> constant + logShape(u);
    }

    /** Log density, nats. */
    default double logDensity(double u) {
        return logConstant() + logShape(u);
    }
}
