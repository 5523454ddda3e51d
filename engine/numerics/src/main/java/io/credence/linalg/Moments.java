package io.credence.linalg;

/**
 * Expected value, slope and curvature of a function of one linear predictor, one entry per row.
 *
 * @param value expected values E[f], length {@code capacity}
 * @param slope expected slopes E[f′]
 * @param curvature expected curvatures E[f″]
 */
public record Moments(double[] value, double[] slope, double[] curvature) {

    /** Moments with arrays for {@code capacity} rows. */
    public static Moments ofCapacity(int capacity) {
        return new Moments(new double[capacity], new double[capacity], new double[capacity]);
    }

    /** Number of rows for which the arrays are long enough. */
    public int capacity() {
        return value.length;
    }
}
