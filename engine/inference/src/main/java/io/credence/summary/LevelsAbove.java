package io.credence.summary;

import io.credence.linalg.NormalTail;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.hipparchus.special.Beta;

/**
 * How many levels of a grouping factor have an effect above each of some values: three cumulants of their number. One pass
 * over any number of levels gives them, and they give the ranks of the leading levels.
 *
 * <p>Levels are independent, as for {@link LevelRanks}: what they have in common, through the coefficients, shifts all alike
 * and leaves ranks as they are. The rank of a level with effect v is then one plus a sum of independent 0s and 1s, with
 * probabilities p = P(effect > v) of the other levels and cumulants Σ p, Σ p(1 − p) and Σ p(1 − p)(1 − 2p). It is taken as a
 * binomial number and a constant, of the same cumulants, which are exact where the levels that are neither above nor below
 * for sure have the same p. It is averaged over the level's own normal posterior.
 */
public final class LevelsAbove {

    private static final int VALUES = 512;

    /** Number of quantiles by which a level's own posterior is averaged over. */
    private static final int QUANTILES = 128;

    /** Standard deviations beyond which a probability is 0 or 1 to the last digit that is summed. */
    private static final double FAR = 6.5;

    /** A level that is above for sure. Sums of whole numbers are the same in any order of the levels. */
    private static final long ONE = 1L << 30;

    /** Variance of a number above which the normal law is as near as the ranks by draws are. */
    private static final double LARGE_VARIANCE = 1000;

    /** Variance that is rounding. */
    private static final double LEAST_VARIANCE = 1e-6;

    private static final double LEAST_PROBABILITY = 1e-6;

    private static final int CUMULANTS = 3;

    private final double[] values;
    /** Cumulants of the number of levels above each value, one after the other, in parts of {@link #ONE}. */
    private final long[] sums;

    /** Counts no levels yet, above values in ascending order. */
    public LevelsAbove(double[] values) {
        this.values = values.clone();
        this.sums = new long[CUMULANTS * values.length];
    }

    /**
     * Values between which the effects of some levels lie, in ascending order, most where most of these are.
     *
     * @param mean posterior means of the levels
     * @param sd their posterior standard deviations
     */
    public static double[] values(double[] mean, double[] sd) {
        double[] all = IntStream.range(0, mean.length)
                .boxed()
                .flatMapToDouble(g -> quantiles(mean[g], sd[g]))
                .sorted()
                .toArray();
        double[] some = new double[VALUES];
        Arrays.setAll(some, i -> all[(int) ((long) i * (all.length - 1) / (VALUES - 1))]);
        return Arrays.stream(some).distinct().toArray();
    }

    private static DoubleStream quantiles(double mean, double sd) {
        return IntStream.range(0, QUANTILES).mapToDouble(q -> mean + sd * NormalTail.quantile((q + 0.5) / QUANTILES));
    }

    /** Counts a level with a normal effect. */
    public void add(double mean, double sd) {
        int n = values.length;
        int at = Arrays.binarySearch(values, mean + FAR * sd);
        for (int i = at < 0 ? -at - 2 : at; i >= 0; i--) {
            double[] own = cumulants(values[i], mean, sd);
            for (int c = 0; c < CUMULANTS; c++) {
                sums[c * n + i] += Math.round(own[c] * ONE);
            }
        }
    }

    private static double[] cumulants(double value, double mean, double sd) {
        double above = sd > 0 ? NormalTail.cdf((mean - value) / sd) : mean > value ? 1 : 0;
        double variance = above * (1 - above);
        return new double[] {above, variance, variance * (1 - 2 * above)};
    }

    /** Sums over the levels that were counted, to be added to others. */
    public long[] sums() {
        return sums.clone();
    }

    /** Adds what was counted of other levels, above the same values. */
    public void add(long[] others) {
        Arrays.setAll(sums, i -> sums[i] + others[i]);
    }

    /**
     * Ranks of some of the counted levels among all.
     *
     * @param mean posterior means of the levels by which the values were chosen
     * @param sd their posterior standard deviations
     * @param first number of levels that count as the first ones
     */
    public LevelRanks ranks(double[] mean, double[] sd, int first) {
        int n = mean.length;
        LevelRanks ranks = new LevelRanks(new double[n], new double[n], new double[n], new double[n]);
        for (int g = 0; g < n; g++) {
            double[][] others = others(mean[g], sd[g]);
            ranks.mean()[g] = 1
                    + Arrays.stream(others)
                            .mapToDouble(each -> each[0])
                            .average()
                            .orElseThrow();
            ranks.lowerRank()[g] = quantile(others, 0.05);
            ranks.upperRank()[g] = quantile(others, 0.95);
            ranks.topProbability()[g] = probabilityUpTo(first, others);
        }
        return ranks;
    }

    /** Cumulants of the number of other levels above each quantile of a level's effect. */
    private double[][] others(double mean, double sd) {
        double[][] atValues = new double[values.length][];
        Arrays.setAll(atValues, i -> {
            double[] others = cumulants(values[i], mean, sd);
            Arrays.setAll(others, c -> sums[c * values.length + i] / (double) ONE - others[c]);
            return others;
        });
        return quantiles(mean, sd)
                .mapToObj(value -> interpolated(value, atValues))
                .toArray(double[][]::new);
    }

    private double[] interpolated(double value, double[][] atValues) {
        int found = Arrays.binarySearch(values, value);
        int after = found < 0 ? -found - 1 : found;
        if (found >= 0 || after == 0 || after == values.length) {
            return atValues[Math.min(after, values.length - 1)];
        }
        double share = (value - values[after - 1]) / (values[after] - values[after - 1]);
        double[] between = new double[CUMULANTS];
        Arrays.setAll(between, c -> (1 - share) * atValues[after - 1][c] + share * atValues[after][c]);
        return between;
    }

    /** Least rank up to which a level comes with the given probability. */
    private static long quantile(double[][] others, double probability) {
        long below = 0;
        long rank = 1;
        while (probabilityUpTo(rank, others) < probability) {
            below = rank;
            rank *= 2;
        }
        while (rank - below > 1) {
            long middle = (below + rank) >>> 1;
            if (probabilityUpTo(middle, others) < probability) {
                below = middle;
            } else {
                rank = middle;
            }
        }
        return rank;
    }

    private static double probabilityUpTo(long rank, double[][] others) {
        return Arrays.stream(others)
                .mapToDouble(each -> cdf(rank - 1, each[0], each[1], each[2]))
                .average()
                .orElseThrow();
    }

    /** Distribution function of a binomial number and a constant, between whole numbers where the cumulants ask for that. */
    private static double cdf(long count, double mean, double variance, double third) {
        if (variance > LARGE_VARIANCE) {
            return NormalTail.cdf((count + 0.5 - mean) / Math.sqrt(variance));
        } else if (variance <= LEAST_VARIANCE) {
            return count + 0.5 < mean ? 0 : 1;
        }
        double skewness = Math.max(-1, Math.min(1, third / variance));
        double p = Math.max(LEAST_PROBABILITY, Math.min(1 - LEAST_PROBABILITY, 0.5 * (1 - skewness)));
        double trials = variance / (p * (1 - p));
        double successes = count - (mean - trials * p);
        if (successes <= -1) {
            return 0;
        }
        return successes >= trials ? 1 : Beta.regularizedBeta(1 - p, trials - successes, successes + 1);
    }
}
