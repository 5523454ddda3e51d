package io.credence.likelihood;

import io.credence.linalg.Moments;

/**
 * Workspace of a loss for a few hundred rows. The loss reads labels, weights and moments of the linear predictors, and
 * writes expected losses and derivatives. With K linear predictors per row, row i has {@code mean[i·K + k]},
 * {@code variance[(i·K + k)·K + l]}, slopes like the mean and curvatures like the variance.
 */
public final class PredictorChunk {

    /** Number of rows of a full chunk, small enough to stay in cache between the steps of a pass. */
    public static final int CAPACITY = 512;

    private final double[] label = new double[CAPACITY];
    private final double[] weight = new double[CAPACITY];
    private final double[] mean;
    private final double[] variance;
    private final Moments moments;
    private final double[] scaleTotals;
    private final Softplus softplus = new Softplus(CAPACITY);
    private int rows;

    /** Workspace for losses with {@code predictors} linear predictors per row. */
    public PredictorChunk(int predictors, double[] scaleTotals) {
        this.mean = new double[CAPACITY * predictors];
        this.variance = new double[CAPACITY * predictors * predictors];
        this.moments = new Moments(
                new double[CAPACITY],
                new double[CAPACITY * predictors],
                new double[CAPACITY * predictors * predictors]);
        this.scaleTotals = scaleTotals;
    }

    /** Sets the number of rows in use. */
    public void resize(int count) {
        rows = count;
    }

    /** Number of rows in use. */
    public int rows() {
        return rows;
    }

    /** Labels of the rows. */
    public double[] label() {
        return label;
    }

    /** Row weights. */
    public double[] weight() {
        return weight;
    }

    /** Means of the linear predictors. */
    public double[] predictorMeans() {
        return mean;
    }

    /** Covariances of the linear predictors. */
    public double[] predictorCovariances() {
        return variance;
    }

    /** Expected loss, slope and curvature of each row, not weighted. */
    public Moments moments() {
        return moments;
    }

    /** Weighted totals over rows for the update of the dispersion, to which a loss adds. */
    public double[] dispersionTotals() {
        return scaleTotals;
    }

    public Softplus softplus() {
        return softplus;
    }
}
