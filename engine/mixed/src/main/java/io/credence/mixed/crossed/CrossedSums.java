package io.credence.mixed.crossed;

import io.credence.mixed.row.KeyedSums;
import io.credence.statistics.Sums;

/**
 * Sums Σ w t tᵀ over rows, by pairs of levels of two large factors and by level of each, where t holds what a row has
 * in the columns of a {@link CrossedLayout}, in its border, and its response. Their size grows with the pairs of levels
 * that share a row, not with all pairs.
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
        int behind = layout.b() + 1;
        this.cells = new KeyedSums(layout.gramSize());
        this.first = new KeyedSums(layout.first().k() * behind);
        this.second = new KeyedSums(layout.second().k() * behind);
        this.border = new double[behind * behind];
    }

    /**
     * Products of the layout's columns, the lower triangle of order m, keyed by level of the first factor times levels
     * of the second plus its level.
     */
    KeyedSums cells() {
        return cells;
    }

    /** Products of the first factor's effects with the border and the response, k × (b + 1), keyed by level. */
    KeyedSums first() {
        return first;
    }

    /** Products of the second factor's effects with the border and the response, k × (b + 1), keyed by level. */
    KeyedSums second() {
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
        double[] own = row.own();
        int at = cells.at((long) row.first() * layout.second().levels() + row.second());
        double[] sums = cells.values();
        for (int a = 0; a < own.length; a++) {
            for (int c = 0; c <= a; c++) {
                sums[at++] += weight * own[a] * own[c];
            }
        }
        addBorder(first, row.first(), layout.first().columns(), row, weight);
        addBorder(second, row.second(), layout.second().columns(), row, weight);
        int n = layout.b() + 1;
        for (int a = 0; a < row.values().length; a++) {
            accumulate(border, row.positions()[a] * n, weight * row.values()[a], row);
        }
        this.weight += weight;
        rows++;
    }

    private void addBorder(KeyedSums to, int level, int[] columns, CrossedRow row, double weight) {
        int at = to.at(level);
        double[] sums = to.values();
        for (int column : columns) {
            accumulate(sums, at, weight * row.own()[column], row);
            at += layout.b() + 1;
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
