package io.credence.effect;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Errors that averaging over a simple random sample of the rows adds to posterior means of estimates. One random group
 * of the sampled rows is left out after the other (a jackknife), so that ratios and hypotheses have errors, too.
 */
public final class SamplingErrors {

    /** Number of groups. The error of an error is a sixth of it. */
    public static final int GROUPS = 20;

    private SamplingErrors() {}

    /**
     * Standard deviation for each estimate; NaN where a cell has rows in one group alone.
     *
     * @param grouped sums over the sampled rows; the last group column is the group, from 0
     * @param table maker of the table from sums without that column
     * @param rows number of rows that were sampled from
     */
    static double[] of(EffectSums grouped, Function<EffectSums, EffectTable> table, long rows) {
        List<double[]> means = IntStream.range(0, GROUPS)
                .mapToObj(g -> table.apply(grouped.withoutGroup(String.valueOf(g))).estimates().stream()
                        .mapToDouble(EffectEstimate::mean)
                        .toArray())
                .toList();
        double unsampled = 1 - (double) grouped.mostRows() / rows;
        double[] sds = new double[means.get(0).length];
        Arrays.setAll(sds, i -> {
            double mean = means.stream().mapToDouble(each -> each[i]).average().orElseThrow();
            double squares = means.stream()
                    .mapToDouble(each -> (each[i] - mean) * (each[i] - mean))
                    .sum();
            return Math.sqrt(Math.max(0, unsampled) * squares * (GROUPS - 1) / GROUPS);
        });
        return sds;
    }
}
