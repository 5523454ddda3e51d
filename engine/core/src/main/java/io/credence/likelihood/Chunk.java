package io.credence.likelihood;

import io.credence.linalg.Moments;

/**
 * Workspace for a few hundred rows: what a loss reads of them and where it writes. With K linear predictors per row, row i
 * has {@code mean[i·K + k]}, {@code variance[(i·K + k)·K + l]}, slopes like the mean and curvatures like the variance.
 */
public final class Chunk {

    /** Rows in a full chunk: small enough to stay in cache between the steps of a pass. */
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
    public Chunk(int predictors, double[] scaleTotals) {
        this.mean = new double[CAPACITY * predictors];
        this.variance = new double[CAPACITY * predictors * predictors];
        this.moments = new Moments(
                new double[CAPACITY],
                new double[CAPACITY * predictors],
                new double[CAPACITY * predictors * predictors]);
        this.scaleTotals = scaleTotals;
    }

    /** Sets the number of rows that count. */
    public void resize(int count) {
        rows = count;
    }

    /** Rows that count. */
    public int rows() {
        return rows;
    }

    /** Responses. */
    public double[] label() {
        return label;
    }

    /** Row weights. */
    public double[] weight() {
        return weight;
    }

    /** Means of the linear predictors. */
    public double[] mean() {
        return mean;
    }

    /** Covariances of the linear predictors. */
    public double[] variance() {
        return variance;
    }

    /** Expected loss, slope and curvature, not weighted. */
    public Moments moments() {
        return moments;
    }

    /** Weighted totals for the dispersion, to be added to. */
    public double[] scaleTotals() {
        return scaleTotals;
    }

    Softplus softplus() {
        return softplus;
    }
}
