package io.credence.network.dense;

/**
 * Weighted sums of a layer, normal given its inputs, with the slopes of the objective in them. They are means, units ×
 * rows of data, and covariances of pairs of units, of each with itself first.
 */
public final class LayerSums {

    final int units;
    final int pairs;
    public final double[] mean;
    public final double[] covariance;
    public final double[] meanSlope;
    public final double[] covarianceSlope;

    /** Allocates the sums of {@code units} units, and {@code pairs} pairs of them. */
    public LayerSums(int units, int pairs, int rows) {
        this.units = units;
        this.pairs = pairs;
        this.mean = new double[units * rows];
        this.covariance = new double[pairs * rows];
        this.meanSlope = new double[units * rows];
        this.covarianceSlope = new double[pairs * rows];
    }

    /** Number of pairs of {@code units} units: those with themselves, and the others. */
    static int pairCount(int units) {
        return units * (units + 1) / 2;
    }

    /** Number of the pair of two units. */
    int pairIndex(int k, int l) {
        if (k == l) {
            return k;
        }
        int high = Math.max(k, l);
        return units + high * (high - 1) / 2 + Math.min(k, l);
    }

    /**
     * Covariance of two units in row {@code i} of {@code rows}. It is 0 where covariances of different units, which are
     * then independent, are not stored.
     */
    double covariance(int k, int l, int i, int rows) {
        int pair = pairIndex(k, l);
        return pair < pairs ? covariance[pair * rows + i] : 0;
    }

    /**
     * Sets the slope in the covariance of two units, given the curvature. The covariance stands on both sides of the
     * diagonal, so its slope is the curvature; in a variance it is half of it.
     */
    void setCovarianceSlope(int k, int l, int i, int rows, double curvature) {
        int pair = pairIndex(k, l);
        if (pair < pairs) {
            covarianceSlope[pair * rows + i] = k == l ? 0.5 * curvature : curvature;
        }
    }
}
