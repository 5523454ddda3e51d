package io.credence.statistics;

import java.util.Arrays;

/** Smallest and largest value of each column, whether there are others, and the weight of its nonzero rows. */
public final class ColumnValues implements Sums<ColumnValues> {

    private static final long serialVersionUID = 1;

    private final boolean sparse;
    private boolean single;
    private long rows;
    private double weight;
    private final long[] entries;
    private final double[] entryWeight;
    private final double[] low;
    private final double[] high;
    private final boolean[] others;

    /**
     * Empty values, before a row is added.
     *
     * @param sparse whether rows are added by their entries
     */
    ColumnValues(int columns, boolean sparse) {
        this.sparse = sparse;
        this.entries = new long[columns];
        this.entryWeight = new double[columns];
        this.low = new double[columns];
        this.high = new double[columns];
        this.others = new boolean[columns];
        Arrays.fill(low, Double.POSITIVE_INFINITY);
        Arrays.fill(high, Double.NEGATIVE_INFINITY);
    }

    /** Begins a block, whose cells are in single precision or not. */
    void begin(boolean isSingle) {
        single |= isSingle;
    }

    /** Whether any cell was in single precision. */
    public boolean hasSinglePrecision() {
        return single;
    }

    /** Adds a dense row by all its cells. */
    void add(double[] x, double w) {
        rows++;
        weight += w;
        for (int j = 0; j < x.length; j++) {
            if (x[j] != 0) {
                entries[j]++;
                entryWeight[j] += w;
            }
            updateRange(j, x[j]);
        }
    }

    /** Adds a sparse row, of which {@link #addEntry} adds the entries. */
    void addRow(double w) {
        rows++;
        weight += w;
    }

    /** Adds a cell of a sparse row. */
    void addEntry(int j, double x, double w) {
        if (x != 0) {
            entries[j]++;
            entryWeight[j] += w;
            updateRange(j, x);
        }
    }

    private void updateRange(int j, double x) {
        if (x == low[j] || x == high[j]) {
            return;
        }
        others[j] |= low[j] < high[j];
        low[j] = Math.min(low[j], x);
        high[j] = Math.max(high[j], x);
    }

    @Override
    public void merge(ColumnValues other) {
        single |= other.single;
        rows += other.rows;
        weight += other.weight;
        for (int j = 0; j < low.length; j++) {
            entries[j] += other.entries[j];
            entryWeight[j] += other.entryWeight[j];
            if (other.low[j] <= other.high[j]) {
                updateRange(j, other.low[j]);
                updateRange(j, other.high[j]);
            }
            others[j] |= other.others[j];
        }
    }

    private boolean hasUnseenZeros(int j) {
        return sparse && entries[j] < rows;
    }

    /** Smallest value of column {@code j}. */
    double smallest(int j) {
        return hasUnseenZeros(j) ? Math.min(low[j], 0) : low[j];
    }

    private double largest(int j) {
        return hasUnseenZeros(j) ? Math.max(high[j], 0) : high[j];
    }

    /** Whether column {@code j} is 0 in all rows. */
    public boolean isZero(int j) {
        return entries[j] == 0;
    }

    /** Whether column {@code j} has exactly two values. */
    public boolean isTwoValued(int j) {
        boolean between = hasUnseenZeros(j) && low[j] < 0 && high[j] > 0;
        boolean third = hasUnseenZeros(j) && low[j] < high[j];
        return !others[j] && !between && !third && smallest(j) < largest(j);
    }

    /** Range of column {@code j}: largest less smallest value. */
    double range(int j) {
        return largest(j) - smallest(j);
    }

    /** Weight of the rows in which column {@code j} is not 0. */
    double entryWeight(int j) {
        return entryWeight[j];
    }

    /** Whether column {@code j} is 0 in more than half of the rows' weight. */
    public boolean isMostlyZero(int j) {
        return 2 * entryWeight[j] < weight;
    }
}
