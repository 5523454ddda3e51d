package io.credence.fit;

import io.credence.data.DataSummary;
import io.credence.loss.DrawLoss;
import io.credence.pass.ExpectationPass.RowSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The parts of the rows that a fit goes through before it reads all of them, each eight times the one before and holding it.
 *
 * @param samples random parts of the rows, the last of them all
 * @param rows number of rows in all
 */
public record RowLevels(List<RowSample> samples, long rows) {

    /**
     * Draws where each is expensive: starts are compared by them, the spread of rows is measured by them, and steps begin with them on
     * many rows and with twice as many on few.
     */
    public static final int FEW_DRAWS = 8;

    /** Each level is so many times the one before. */
    private static final int TIMES = 8;
    /** Rows, at least, and for each parameter, that stand for all others while a fit is on its way. */
    static final int FEWEST_ROWS = 2000;

    private static final int ROWS_PER_PARAMETER = 40;

    /** All rows at once. */
    public static RowLevels all(DataSummary data) {
        return new RowLevels(List.of(RowSample.ALL), data.rows());
    }

    /** Rows of the first level, at least; a step that settles on a sample reads a level more. */
    public static double fewest(int dimension) {
        return Math.max(FEWEST_ROWS, (double) ROWS_PER_PARAMETER * dimension);
    }

    /** Share of the rows above which reading them all costs little more. */
    public static double most() {
        return 1.0 / TIMES;
    }

    /** Rows of the level after the first, at least. */
    public static double many(int dimension) {
        return TIMES * fewest(dimension);
    }

    /** Levels where rows are many and stand for themselves; series and rows with latent numbers are not cut. */
    public static RowLevels of(DrawLoss loss, DataSummary data, long seed) {
        List<RowSample> samples = new ArrayList<>(List.of(RowSample.ALL));
        double fewest = fewest(loss.dimension());
        boolean independent = loss.anchorOrder() > 0 && !loss.isRandom();
        for (double share = 1.0 / TIMES; independent && share * data.rows() >= fewest; share /= TIMES) {
            samples.add(0, new RowSample(share, seed));
        }
        return new RowLevels(List.copyOf(samples), data.rows());
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

    /** Whether one draw is dear enough to be content with few of them. */
    public boolean isMany() {
        return samples.size() > 1;
    }

    /** Draws of the first steps. */
    public int firstDraws() {
        return isMany() ? FEW_DRAWS : 2 * FEW_DRAWS;
    }

    public String decision() {
        return isMany()
                ? String.format(
                        Locale.ROOT,
                        "rows: begins on %.2g %% of %d, then eight times as many each time",
                        100 * sample(0).fraction(),
                        rows)
                : "rows: all " + rows + " from the first step";
    }
}
