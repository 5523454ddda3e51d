package io.credence.objective;

import io.credence.linalg.LogSums;

/** Sums over importance weights of some of a step's draws, in log space. Draws of weight zero do not count. */
final class LogWeightSums {

    private LogWeightSums() {}

    /** Logarithms of base_s w_s^c for the draws from {@code from} up to {@code to}. */
    static double[] logWeightPowers(double[] logWeights, double[] base, double c, int from, int to) {
        double[] powers = new double[to - from];
        for (int i = 0; i < powers.length; i++) {
            double share = base[from + i];
            powers[i] = share == 0 ? Double.NEGATIVE_INFINITY : c * logWeights[from + i] + Math.log(share);
        }
        return powers;
    }

    /**
     * Computes weights proportional to base_s w_s^c for the draws from {@code from} up to {@code to}. They sum to the
     * base weights of these draws.
     */
    static void normalisePowers(double[] logWeights, double[] base, double c, int from, int to, double[] into) {
        double[] powers = logWeightPowers(logWeights, base, c, from, to);
        double total = LogSums.logSumExp(powers);
        double part = 0;
        for (int s = from; s < to; s++) {
            part += base[s];
        }
        for (int s = from; s < to; s++) {
            into[s] = Double.isInfinite(total) ? 0 : part * Math.exp(powers[s - from] - total);
        }
    }

    /** Leave-one-out sums log Σ_{j≠i} e^{x_j}, one for each i. */
    static double[] leaveOneOutLogSums(double[] logs) {
        int n = logs.length;
        double[] without = new double[n];
        double before = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < n; i++) {
            without[i] = before;
            before = LogSums.logSumExp(new double[] {before, logs[i]});
        }
        double after = Double.NEGATIVE_INFINITY;
        for (int i = n - 1; i >= 0; i--) {
            without[i] = LogSums.logSumExp(new double[] {without[i], after});
            after = LogSums.logSumExp(new double[] {after, logs[i]});
        }
        return without;
    }

    /** Mean Σ base_s log w_s; −∞ if a draw that counts has weight zero. */
    static double meanLogWeight(double[] logWeights, double[] base) {
        double mean = 0;
        for (int s = 0; s < base.length; s++) {
            mean += base[s] == 0 ? 0 : base[s] * logWeights[s];
        }
        return mean;
    }

    /** Ratio e^{log}/base; 0 where the base weight is zero. */
    static double densityRatio(double log, double base) {
        return base == 0 ? 0 : Math.exp(log) / base;
    }

    /** The weights for a step in which no draw has any weight: an infinite value without a direction. */
    static DrawWeights ofInfiniteObjective(int count) {
        return ofScoresOnly(Double.POSITIVE_INFINITY, new double[count]);
    }

    /** Weights of scores alone. */
    static DrawWeights ofScoresOnly(double value, double[] score) {
        int count = score.length;
        return new DrawWeights(
                value, new double[count], new double[count], new double[count], score, new double[count]);
    }

    /**
     * The weights whose gradient is Σ_s paths_s (∂θ_s/∂λ)ᵀ ∇_θ log w(θ_s).
     *
     * @param paths weights of the gradients; kept, not to be changed by the caller
     */
    static DrawWeights ofPathWeights(double value, double[] paths, double[] score, double[] weights) {
        double[] loss = new double[paths.length];
        double[] posterior = new double[paths.length];
        for (int s = 0; s < paths.length; s++) {
            loss[s] = -paths[s];
            posterior[s] = -paths[s];
        }
        return new DrawWeights(value, loss, paths, posterior, score, weights);
    }
}
