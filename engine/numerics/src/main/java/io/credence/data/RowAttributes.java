package io.credence.data;

import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of a block's rows besides their features.
 *
 * @param labels response of each row
 * @param weights weight of each row, all positive; null where every weight is 1
 * @param offsets known part of each row's linear predictor; null where it is 0
 * @param levels factors × rows: index of each row's level in each grouping factor; null where rows have none
 */
public record RowAttributes(
        double[] labels, double @Nullable [] weights, double @Nullable [] offsets, int @Nullable [][] levels)
        implements Serializable {

    public RowAttributes {
        requireSameLength(labels, weights, "weights");
        requireSameLength(labels, offsets, "offsets");
        for (int f = 0; levels != null && f < levels.length; f++) {
            requireRowCount(labels, levels[f].length, "levels");
        }
    }

    /** Attributes of rows without grouping factors. */
    public RowAttributes(double[] labels, double @Nullable [] weights, double @Nullable [] offsets) {
        this(labels, weights, offsets, null);
    }

    /** Attributes of labels only: unit weights, no offsets. */
    public static RowAttributes ofLabels(double... labels) {
        return new RowAttributes(labels, null, null);
    }

    /** Attributes of these rows with other labels. */
    public RowAttributes withLabels(double[] others) {
        return new RowAttributes(others, weights, offsets, levels);
    }

    /** Attributes of these rows, each with weight 1. */
    public RowAttributes withUnitWeights() {
        return new RowAttributes(labels, null, offsets, levels);
    }

    /** Number of rows. */
    public int rows() {
        return labels.length;
    }

    /** Weight of row {@code i}. */
    public double weight(int i) {
        return weights == null ? 1 : weights[i];
    }

    /** Offset of row {@code i}. */
    public double offset(int i) {
        return offsets == null ? 0 : offsets[i];
    }

    /** Attributes of these rows with more grouping factors. Every row has a level of each. */
    public RowAttributes withLevels(int[]... more) {
        int before = levels == null ? 0 : levels.length;
        int[][] all = levels == null ? new int[more.length][] : Arrays.copyOf(levels, before + more.length);
        System.arraycopy(more, 0, all, before, more.length);
        return new RowAttributes(labels, weights, offsets, all);
    }

    /** Level of row {@code i} in each grouping factor; null where rows have none. */
    int @Nullable [] levelsOf(int i) {
        if (levels == null) {
            return null;
        }
        int[] own = new int[levels.length];
        for (int f = 0; f < own.length; f++) {
            own[f] = levels[f][i];
        }
        return own;
    }

    /**
     * Attributes of the listed rows, in that order, their weights multiplied by {@code multiples} where these are
     * given.
     */
    RowAttributes select(int[] rows, double @Nullable [] multiples) {
        double[] own = weights == null ? multiples : selectRows(weights, rows);
        for (int i = 0; weights != null && own != null && multiples != null && i < rows.length; i++) {
            own[i] *= multiples[i];
        }
        return new RowAttributes(
                selectRows(labels, rows),
                own,
                offsets == null ? null : selectRows(offsets, rows),
                levels == null ? null : selectRows(levels, rows));
    }

    private static int[][] selectRows(int[][] from, int[] rows) {
        int[][] picked = new int[from.length][rows.length];
        for (int f = 0; f < from.length; f++) {
            for (int i = 0; i < rows.length; i++) {
                picked[f][i] = from[f][rows[i]];
            }
        }
        return picked;
    }

    private static double[] selectRows(double[] from, int[] rows) {
        double[] picked = new double[rows.length];
        for (int i = 0; i < rows.length; i++) {
            picked[i] = from[rows[i]];
        }
        return picked;
    }

    private static void requireSameLength(double[] labels, double @Nullable [] other, String name) {
        if (other != null) {
            requireRowCount(labels, other.length, name);
        }
    }

    private static void requireRowCount(double[] labels, int found, String name) {
        if (found != labels.length) {
            throw new IllegalArgumentException(
                    name + " must have one entry per row: required " + labels.length + ", found " + found);
        }
    }
}
