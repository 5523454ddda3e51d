package io.credence.mixed.crossed;

import io.credence.mixed.row.KeyedSums;
import io.credence.statistics.Sums;

/**
 * Sums Σ w t tᵀ over rows, by pairs of levels of two large factors and by level of each. A row's t holds its columns of
 * a {@link CrossedLayout}, its border and its response. Their size grows with the pairs of levels that share a row, not
 * with all pairs.
 */
public final class CrossedSums implements Sums<CrossedSums> {

    private static final long serialVersionUID = 1;

    private final CrossedLayout layout;
    private final KeyedSums cells;
    private final KeyedSums first;
    private final KeyedSums second;
    private final double[] border;
    private double weight;
    private long rows;

    CrossedSums(CrossedLayout layout) {
        this.layout = layout;
        int behind = layout.borderSize() + 1;
        this.cells = new KeyedSums(layout.gramSize());
        this.first = new KeyedSums(layout.firstFactor().effectsPerLevel() * behind);
        this.second = new KeyedSums(layout.secondFactor().effectsPerLevel() * behind);
        this.border = new double[behind * behind];
    }

    /**
     * Products of the layout's columns, the lower triangle of order m, keyed by pair of levels. The key is the first
     * factor's level times the number of levels of the second, plus the level of the second.
     */
    KeyedSums cells() {
        return cells;
    }

    /** Products of the first factor's effects with the border and the response, k × (b + 1), keyed by level. */
    KeyedSums firstBorderProducts() {
        return first;
    }

    /** Products of the second factor's effects with the border and the response, k × (b + 1), keyed by level. */
    KeyedSums secondBorderProducts() {
        return second;
    }

    /** Products of the border and the response with themselves, (b + 1) × (b + 1). */
    double[] border() {
        return border;
    }

    /** Sum of the rows' weights. */
    double weight() {
        return weight;
    }

    long rows() {
        return rows;
    }

    void add(CrossedRow row, double weight) {
        double[] own = row.effectColumnValues();
        int at = cells.findOrInsert(
                (long) row.firstLevel() * layout.secondFactor().levels() + row.secondLevel());
        double[] sums = cells.values();
        for (int a = 0; a < own.length; a++) {
            for (int c = 0; c <= a; c++) {
                sums[at++] += weight * own[a] * own[c];
            }
        }
        addBorder(first, row.firstLevel(), layout.firstFactor().columns(), row, weight);
        addBorder(second, row.secondLevel(), layout.secondFactor().columns(), row, weight);
        int n = layout.borderSize() + 1;
        for (int a = 0; a < row.values().length; a++) {
            accumulate(border, row.positions()[a] * n, weight * row.values()[a], row);
        }
        this.weight += weight;
        rows++;
    }

    private void addBorder(KeyedSums to, int level, int[] columns, CrossedRow row, double weight) {
        int at = to.findOrInsert(level);
        double[] sums = to.values();
        for (int column : columns) {
            accumulate(sums, at, weight * row.effectColumnValues()[column], row);
            at += layout.borderSize() + 1;
        }
    }

    private static void accumulate(double[] sums, int at, double scale, CrossedRow row) {
        for (int c = 0; c < row.values().length; c++) {
            sums[at + row.positions()[c]] += scale * row.values()[c];
        }
    }

    @Override
    public void merge(CrossedSums other) {
        cells.merge(other.cells);
        first.merge(other.first);
        second.merge(other.second);
        for (int i = 0; i < border.length; i++) {
            border[i] += other.border[i];
        }
        weight += other.weight;
        rows += other.rows;
    }
}
