package io.credence.network;

import java.util.Locale;

/** Activation function of hidden units. */
public enum Activation {
    /** Rectified linear unit, max(0, a). */
    RELU {
        @Override
        double value(double a) {
            return Math.max(0, a);
        }

        @Override
        double slope(double a, double value) {
            return a > 0 ? 1 : 0;
        }
    },
    /** Hyperbolic tangent. */
    TANH {
        @Override
        double value(double a) {
            return Math.tanh(a);
        }

        @Override
        double slope(double a, double value) {
            return 1 - value * value;
        }
    };

    abstract double value(double a);

    /** Derivative at {@code a}, where the value is {@code value}; the value may stand for {@code a}, whose sign it has. */
    abstract double slope(double a, double value);

    /** Name in configurations and results. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
