package io.credence.network;

/**
 * The weighted sums of a layer, normal given its inputs: means, units × rows of data, and covariances of pairs of units, of each with
 * itself first; and the slopes of the objective in them.
 */
final class LayerSums {

    final int units;
    final int pairs;
    final double[] mean;
    final double[] covariance;
    final double[] meanSlope;
    final double[] covarianceSlope;

    /** Room for the sums of so many units, and so many pairs of them. */
    LayerSums(int units, int pairs, int rows) {
        this.units = units;
        this.pairs = pairs;
        this.mean = new double[units * rows];
        this.covariance = new double[pairs * rows];
        this.meanSlope = new double[units * rows];
        this.covarianceSlope = new double[pairs * rows];
    }

    /** Number of pairs of so many units: those with themselves, and the others. */
    static int pairs(int units) {
        return units * (units + 1) / 2;
    }

    /** Number of the pair of two units. */
    int pair(int k, int l) {
        if (k == l) {
            return k;
        }
        int high = Math.max(k, l);
        return units + high * (high - 1) / 2 + Math.min(k, l);
    }

    /** Covariance of two units in row {@code i} of so many; 0 where those of different units are not kept, which are independent. */
    double covariance(int k, int l, int i, int rows) {
        int pair = pair(k, l);
        return pair < pairs ? covariance[pair * rows + i] : 0;
    }

    /** Sets the slope in that covariance, which stands on both sides of the diagonal and so is the curvature, in a variance half of it. */
    void setCovarianceSlope(int k, int l, int i, int rows, double curvature) {
        int pair = pair(k, l);
        if (pair < pairs) {
            covarianceSlope[pair * rows + i] = k == l ? 0.5 * curvature : curvature;
        }
    }
}
