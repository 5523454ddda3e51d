package io.credence.statistics;

import org.jspecify.annotations.Nullable;

/**
 * Sums over rows that a pass sends to the driver. They are an accumulator with the verbs add (done by the pass, on the
 * arrays), merge and read. Every sum is weighted by the rows' weights. Merged in the order of partition numbers the
 * sums are equal to the last bit however the partitions were run.
 */
public final class PassStatistics implements Sums<PassStatistics> {

    private static final long serialVersionUID = 1;

    private long rows;
    private double weight;
    private double value;
    private double variance;
    private double rowCurvature;
    private double leverage;
    private final double[] gradient;
    private final double[] curvature;
    private final double[] scaleTotals;
    private @Nullable NonFiniteValue nonFinite;

    /**
     * Zero sums.
     *
     * @param gradientLength number of coefficients d
     * @param curvatureLength 0, d for a diagonal, d(d+1)/2 for a packed lower triangle
     * @param scaleLength number of totals the loss keeps for its dispersion
     */
    public PassStatistics(int gradientLength, int curvatureLength, int scaleLength) {
        this(new double[gradientLength], new double[curvatureLength], new double[scaleLength]);
    }

    private PassStatistics(double[] gradient, double[] curvature, double[] scaleTotals) {
        this.gradient = gradient;
        this.curvature = curvature;
        this.scaleTotals = scaleTotals;
    }

    /** Adds the number of rows and the sums over them. */
    public void addRows(
            int count,
            double rowWeights,
            double weightedValue,
            double weightedVariance,
            double weightedCurvature,
            double weightedLeverage) {
        rows += count;
        weight += rowWeights;
        value += weightedValue;
        variance += weightedVariance;
        rowCurvature += weightedCurvature;
        leverage += weightedLeverage;
    }

    /** Records the first number that was not finite. */
    public void report(NonFiniteValue found) {
        if (nonFinite == null) {
            nonFinite = found;
        }
    }

    /** A copy with the curvature in its final, packed form. */
    public PassStatistics withCurvature(double[] packed) {
        PassStatistics copy = new PassStatistics(gradient, packed, scaleTotals);
        copy.rows = rows;
        copy.weight = weight;
        copy.value = value;
        copy.variance = variance;
        copy.rowCurvature = rowCurvature;
        copy.leverage = leverage;
        copy.nonFinite = nonFinite;
        return copy;
    }

    @Override
    public void merge(PassStatistics other) {
        rows += other.rows;
        weight += other.weight;
        value += other.value;
        variance += other.variance;
        rowCurvature += other.rowCurvature;
        leverage += other.leverage;
        add(gradient, other.gradient);
        add(curvature, other.curvature);
        add(scaleTotals, other.scaleTotals);
        if (nonFinite == null) {
            nonFinite = other.nonFinite;
        }
    }

    private static void add(double[] sum, double[] term) {
        if (sum.length != term.length) {
            throw new IllegalArgumentException("partitions disagree in length: " + sum.length + " and " + term.length);
        }
        for (int j = 0; j < sum.length; j++) {
            sum[j] += term[j];
        }
    }

    /** Multiplies every sum but the number of rows and their weight, to scale a sample of rows up to all of them. */
    public void scale(double factor) {
        value *= factor;
        variance *= factor;
        rowCurvature *= factor;
        leverage *= factor;
        for (double[] sums : new double[][] {gradient, curvature, scaleTotals}) {
            for (int j = 0; j < sums.length; j++) {
                sums[j] *= factor;
            }
        }
    }

    /** Number of rows. */
    public long rows() {
        return rows;
    }

    /** Sum of the rows' weights. */
    public double weight() {
        return weight;
    }

    /** Expected loss summed over rows, nats. */
    public double expectedLoss() {
        return value;
    }

    /** Sum of the variances of the rows' linear predictors. */
    public double predictorVariance() {
        return variance;
    }

    /** Sum over rows of the expected curvature of the loss in its first linear predictor. */
    public double predictorCurvature() {
        return rowCurvature;
    }

    /**
     * Sum of the rows' leverages, expected curvature times variance of the linear predictor: tr(S X'HX). At the optimum
     * of a bound it is the number of coefficients that the rows determine.
     */
    public double totalLeverage() {
        return leverage;
    }

    /** Gradient of the expected loss in the mean of the coefficients. */
    public double[] gradient() {
        return gradient;
    }

    /**
     * Expected curvature of the loss in the coefficients: diagonal, packed lower triangle, product with a direction, or
     * empty.
     */
    public double[] curvature() {
        return curvature;
    }

    /** Totals that the loss keeps for its dispersion. */
    public double[] dispersionTotals() {
        return scaleTotals;
    }

    /** First number that was not finite, with its position in the first such partition; null if all were finite. */
    public @Nullable NonFiniteValue firstNonFinite() {
        return nonFinite;
    }
}
