package io.credence.data;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What a block knows of its rows besides their features.
 *
 * @param labels response of each row
 * @param weights weight of each row, all positive; null where every weight is 1
 * @param offsets known part of each row's linear predictor; null where it is 0
 */
public record RowAttributes(double[] labels, double @Nullable [] weights, double @Nullable [] offsets)
        implements Serializable {

    public RowAttributes {
        requireSameLength(labels, weights, "weights");
        requireSameLength(labels, offsets, "offsets");
    }

    /** Labels only: unit weights, no offsets. */
    public static RowAttributes ofLabels(double... labels) {
        return new RowAttributes(labels, null, null);
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

    /** The attributes of the listed rows, in that order, their weights multiplied by {@code multiples} where these are given. */
    RowAttributes select(int[] rows, double @Nullable [] multiples) {
        double[] own = weights == null ? multiples : pick(weights, rows);
        for (int i = 0; weights != null && own != null && multiples != null && i < rows.length; i++) {
            own[i] *= multiples[i];
        }
        return new RowAttributes(pick(labels, rows), own, offsets == null ? null : pick(offsets, rows));
    }

    private static double[] pick(double[] from, int[] rows) {
        double[] picked = new double[rows.length];
        for (int i = 0; i < rows.length; i++) {
            picked[i] = from[rows[i]];
        }
        return picked;
    }

    private static void requireSameLength(double[] labels, double @Nullable [] other, String name) {
        if (other != null && other.length != labels.length) {
            throw new IllegalArgumentException(
                    name + " must have one entry per row: required " + labels.length + ", found " + other.length);
        }
    }
}
