package io.credence.mixed.levelwise;

import io.credence.linalg.Vectors;
import io.credence.statistics.Sums;

/** Sums over levels of log p(y_g | ψ) and its gradient in ψ at several points ψ. */
final class LevelwisePointSums implements Sums<LevelwisePointSums> {

    private static final long serialVersionUID = 1;

    private final double[] values;
    private final double[][] scores;
    private final long[] failed;
    private long rows;

    LevelwisePointSums(int points, int dimension) {
        this.values = new double[points];
        this.scores = new double[points][dimension];
        this.failed = new long[points];
    }

    /** Adds a level's log density and its gradient at point {@code s}. */
    void add(int s, double logDensity, double[] gradient) {
        values[s] += logDensity;
        Vectors.addScaled(scores[s], 1, gradient);
    }

    /** Counts a level without a fixed point at point {@code s}. */
    void addFailed(int s) {
        failed[s]++;
    }

    void addRows(long visited) {
        rows += visited;
    }

    @Override
    public void merge(LevelwisePointSums other) {
        Vectors.addScaled(values, 1, other.values);
        for (int s = 0; s < scores.length; s++) {
            Vectors.addScaled(scores[s], 1, other.scores[s]);
            failed[s] += other.failed[s];
        }
        rows += other.rows;
    }

    double value(int s) {
        return values[s];
    }

    double[] score(int s) {
        return scores[s];
    }

    /** Number of levels that had no fixed point at point {@code s}. They are not in its sums. */
    long failed(int s) {
        return failed[s];
    }

    /** Number of rows that were visited, once for all points. */
    long rows() {
        return rows;
    }
}
