package io.credence.quadrature;

import java.io.Serializable;

/**
 * Discrete distribution of a dispersion for use in a loss: values with weights.
 *
 * @param values dispersions, positive
 * @param weights weights; they sum to 1
 */
public record DispersionNodes(double[] values, double[] weights) implements Serializable {

    /** A single known dispersion. */
    public static DispersionNodes known(double value) {
        return new DispersionNodes(new double[] {value}, new double[] {1});
    }

    /** Number of values of the dispersion. */
    public int count() {
        return values.length;
    }

    public double value(int k) {
        return values[k];
    }

    public double weight(int k) {
        return weights[k];
    }
}
