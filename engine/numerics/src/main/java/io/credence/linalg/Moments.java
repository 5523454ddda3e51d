package io.credence.linalg;

/**
 * Expected value, slope and curvature of a function of one linear predictor, one entry per row.
 *
 * @param value E[f], length {@code capacity}
 * @param slope E[f′]
 * @param curvature E[f″]
 */
public record Moments(double[] value, double[] slope, double[] curvature) {

    /** Room for {@code capacity} rows. */
    public static Moments ofCapacity(int capacity) {
        return new Moments(new double[capacity], new double[capacity], new double[capacity]);
    }

    /** Number of rows there is room for. */
    public int capacity() {
        return value.length;
    }
}
