package io.credence.diagnostic;

import io.credence.linalg.LogSums;
import java.util.Arrays;
import org.hipparchus.util.KthSelector;

/**
 * Pareto smoothed importance weights (PSIS, algorithm 1), with their tail index k̂. The largest weights are replaced by
 * quantiles of a generalised Pareto distribution fitted to them. As in the R package loo with relative efficiency 1, k̂
 * is +∞ and nothing is smoothed where there is no fit: for fewer than 21 draws, for a tail of equal weights, or where
 * more than a quarter of it equals the threshold. A weight of zero, log −∞, is a weight like any other; beyond loo, an
 * infinite weight also makes k̂ +∞, and a NaN makes it NaN.
 *
 * @param logWeights smoothed log weights, nats, in the order of the draws and on the scale of the raw ones; not to be
 *     changed
 * @param tailIndex tail index k̂
 * @param tailLength number M of weights in the tail
 * @param areWeightsEqual whether all raw weights are finite, and equal but for rounding
 */
public record ParetoSmoothing(double[] logWeights, double tailIndex, int tailLength, boolean areWeightsEqual) {

    /**
     * Largest relative standard deviation at which weights hardly differ. The shape of their tail then does not matter.
     */
    public static final double AGREEING = 0.2;

    /** Largest difference of equal log weights up to 1e6 nats, in which sums over many rows are rounded. */
    private static final double EQUAL = 1e-8;

    private static final int LEAST_TAIL = 5;
    private static final double LARGEST_THRESHOLD = 0.7;
    /** Largest difference of log weights at which the weights of a tail count as equal. */
    private static final double SAME = Math.ulp(1.0) / 100;

    /**
     * Smooths the log weights of independent draws.
     *
     * @throws IllegalArgumentException if there are none
     */
    public static ParetoSmoothing of(double[] logWeights) {
        if (logWeights.length == 0) {
            throw new IllegalArgumentException(
                    "importance weights of at least 1 draw are required but none were given");
        }
        int tail = tailLength(logWeights.length);
        double most = Double.NEGATIVE_INFINITY;
        double least = Double.POSITIVE_INFINITY;
        for (double log : logWeights) {
            most = Math.max(most, log);
            least = Math.min(least, log);
        }
        boolean constant = most - least <= EQUAL * Math.max(1, 1e-6 * Math.abs(most));
        if (Double.isNaN(most) || Double.isInfinite(most) || tail < LEAST_TAIL) {
            double index = Double.isNaN(most) ? Double.NaN : Double.POSITIVE_INFINITY;
            return new ParetoSmoothing(logWeights.clone(), index, tail, constant);
        }
        return smooth(logWeights, most, tail, constant);
    }

    private static ParetoSmoothing smooth(double[] raw, double most, int tail, boolean constant) {
        double[] smoothed = raw.clone();
        LargestNumbers largest = LargestNumbers.of(raw, tail);
        double[] sorted = largest.sorted();
        if (most - sorted[0] < SAME) {
            return new ParetoSmoothing(smoothed, Double.POSITIVE_INFINITY, tail, constant);
        }
        double threshold = Math.exp(largest.nextLargest() - most);
        double[] exceedances = new double[tail];
        for (int i = 0; i < tail; i++) {
            exceedances[i] = Math.exp(sorted[i] - most) - threshold;
        }
        GeneralisedPareto pareto = GeneralisedPareto.fit(exceedances);
        if (Double.isFinite(pareto.shape())) {
            int[] positions = largest.indices(raw);
            for (int i = 0; i < tail; i++) {
                double quantile = Math.log(pareto.quantile((i + 0.5) / tail) + threshold);
                int s = positions[i];
                smoothed[s] = Double.isNaN(quantile) ? raw[s] : Math.min(0, quantile) + most;
            }
        }
        return new ParetoSmoothing(smoothed, pareto.shape(), tail, constant);
    }

    /** Number of weights in the tail of S draws: M = ⌈min(S/5, 3√S)⌉. */
    static int tailLength(int draws) {
        return (int) Math.ceil(Math.min(0.2 * draws, 3 * Math.sqrt(draws)));
    }

    /** Largest k̂ at which a mean over S draws can be trusted: min(1 − 1/log₁₀ S, 0.7). */
    public double threshold() {
        return threshold(logWeights.length);
    }

    static double threshold(int draws) {
        return Math.min(1 - 1 / Math.log10(draws), LARGEST_THRESHOLD);
    }

    /** Whether k̂ is at most {@link #threshold()}, or all weights are equal, so that there is nothing to correct. */
    public boolean isReliable() {
        return areWeightsEqual || tailIndex <= threshold();
    }

    /** Normalised smoothed weights, which sum to 1; all 0 if their sum is infinite or 0. */
    public double[] normalisedWeights() {
        return LogSums.softmax(logWeights);
    }

    /**
     * Effective sample size 1/Σŵ²: the number of equally weighted draws with the same information. 0 if all weights are
     * zero.
     */
    public double effectiveSize() {
        double squares = 0;
        for (double share : normalisedWeights()) {
            squares += share * share;
        }
        return squares == 0 ? 0 : 1 / squares;
    }

    /**
     * Largest numbers of an array, found without sorting the others.
     *
     * @param sorted largest numbers, in ascending order
     * @param nextLargest largest of the other numbers
     */
    record LargestNumbers(double[] sorted, double nextLargest) {

        /** Selects the {@code count} largest numbers. There must be more of them, and none may be NaN. */
        static LargestNumbers of(double[] values, int count) {
            double least = new KthSelector().select(values.clone(), null, values.length - count);
            double below = Double.NEGATIVE_INFINITY;
            double[] sorted = new double[count];
            int above = 0;
            int equal = 0;
            for (double value : values) {
                if (value > least) {
                    sorted[above++] = value;
                } else if (value < least) {
                    below = Math.max(below, value);
                } else {
                    equal++;
                }
            }
            Arrays.fill(sorted, above, count, least);
            Arrays.sort(sorted);
            return new LargestNumbers(sorted, above + equal > count ? least : below);
        }

        /**
         * Indices of the largest numbers in the array, in the order of {@link #sorted}. Among equal numbers, later ones
         * count as larger.
         */
        int[] indices(double[] values) {
            int[] positions = new int[sorted.length];
            Arrays.fill(positions, -1);
            int missing = sorted.length;
            for (int s = values.length - 1; missing > 0; s--) {
                if (values[s] >= sorted[0]) {
                    int rank = lastRankOf(values[s]);
                    while (rank >= 0 && positions[rank] >= 0) {
                        rank--;
                    }
                    if (rank >= 0 && sorted[rank] == values[s]) {
                        positions[rank] = s;
                        missing--;
                    }
                }
            }
            return positions;
        }

        /** Last index in {@link #sorted} of a number. */
        private int lastRankOf(double value) {
            int low = 0;
            int high = sorted.length - 1;
            while (low < high) {
                int middle = (low + high + 1) >>> 1;
                if (sorted[middle] <= value) {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            return low;
        }
    }
}
