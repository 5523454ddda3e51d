package io.credence.fit;

import io.credence.data.DataSummary;
import io.credence.loss.DrawLoss;
import io.credence.pass.ExpectationPass.RowSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Nested samples of the rows that a fit reads one after another, up to all rows. Each is eight times as large as the
 * one before.
 *
 * @param samples samples of the rows; the last is all rows
 * @param rows number of rows in all
 */
public record NestedRowSamples(List<RowSample> samples, long rows) {

    /**
     * Number of draws where each is expensive, used to compare starts, to measure the spread of rows and for the first
     * steps. On few rows steps begin with twice as many.
     */
    public static final int FEW_DRAWS = 8;

    /** Ratio of the sizes of successive levels. */
    private static final int TIMES = 8;
    /** Smallest number of rows of a sample. */
    public static final int FEWEST_ROWS = 2000;

    private static final int ROWS_PER_PARAMETER = 40;

    /** A single level of all rows. */
    public static NestedRowSamples ofAllRows(DataSummary data) {
        return new NestedRowSamples(List.of(RowSample.ALL), data.rows());
    }

    /**
     * Smallest number of rows of the first level, for the given number of parameters. A step that settles on a sample
     * reads one level more.
     */
    public static double firstLevelRows(int dimension) {
        return Math.max(FEWEST_ROWS, (double) ROWS_PER_PARAMETER * dimension);
    }

    /** Share of the rows above which reading them all costs little more. */
    public static double largeShare() {
        return 1.0 / TIMES;
    }

    /** Smallest number of rows of the second level. */
    public static double secondLevelRows(int dimension) {
        return TIMES * firstLevelRows(dimension);
    }

    /**
     * Levels of nested samples where there are many independent rows. Series and rows with latent numbers are read
     * completely.
     */
    public static NestedRowSamples of(DrawLoss loss, DataSummary data, long seed) {
        List<RowSample> samples = new ArrayList<>(List.of(RowSample.ALL));
        double fewest = firstLevelRows(loss.dimension());
        boolean independent = loss.maxExpansionOrder() > 0 && !loss.isRandom();
        for (double share = 1.0 / TIMES; independent && share * data.rows() >= fewest; share /= TIMES) {
            samples.add(0, new RowSample(share, seed));
        }
        return new NestedRowSamples(List.copyOf(samples), data.rows());
    }

    public int count() {
        return samples.size();
    }

    public RowSample sample(int level) {
        return samples.get(level);
    }

    public boolean isLast(int level) {
        return level == samples.size() - 1;
    }

    /** Whether there is more than one level, so that a draw over all rows is expensive and few are used. */
    public boolean hasSeveralLevels() {
        return samples.size() > 1;
    }

    /** Number of draws of the first steps. */
    public int firstDraws() {
        return hasSeveralLevels() ? FEW_DRAWS : 2 * FEW_DRAWS;
    }

    public String decision() {
        return hasSeveralLevels()
                ? String.format(
                        Locale.ROOT,
                        "rows: begins on %.2g %% of %d, then eight times as many each time",
                        100 * sample(0).fraction(),
                        rows)
                : "rows: all " + rows + " from the first step";
    }
}
