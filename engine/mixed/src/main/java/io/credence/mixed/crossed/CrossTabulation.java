package io.credence.mixed.crossed;

import io.credence.mixed.row.KeyedSums;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Products H of the effects of two large factors with each other, as sparse rows: for each level of the first factor
 * the levels of the second that it shares rows with, ascending, and the sums of their rows' products. A block of R
 * vectors has R numbers for each effect, level by level.
 *
 * @param starts index of the first cell of each level of the first factor, and the end of the last
 * @param columns level of the second factor of each cell
 * @param grams lower triangle of order m of each cell; null where all are 1, as of one row with intercepts
 */
record CrossTabulation(CrossedLayout layout, int[] starts, int[] columns, double @Nullable [] grams) {

    static CrossTabulation of(CrossedLayout layout, KeyedSums cells) {
        int[] order = cells.ascending();
        int there = layout.second().levels();
        int width = cells.width();
        int[] starts = new int[layout.first().levels() + 1];
        int[] columns = new int[order.length];
        boolean areOnes = width == 1 && allOnes(cells);
        double[] grams = areOnes ? null : new double[Math.multiplyExact(order.length, width)];
        for (int e = 0; e < order.length; e++) {
            long key = cells.key(order[e]);
            starts[(int) (key / there) + 1]++;
            columns[e] = (int) (key % there);
            if (grams != null) {
                System.arraycopy(cells.values(), order[e] * width, grams, e * width, width);
            }
        }
        for (int g = 0; g < layout.first().levels(); g++) {
            starts[g + 1] += starts[g];
        }
        return new CrossTabulation(layout, starts, columns, grams);
    }

    private static boolean allOnes(KeyedSums cells) {
        for (int i = 0; i < cells.size(); i++) {
            if (cells.values()[i] != 1) {
                return false;
            }
        }
        return true;
    }

    /** Number of cells. */
    int cells() {
        return columns.length;
    }

    /** Entry (i, j) of the symmetric products of the layout's columns in cell {@code e}. */
    double gram(int e, int i, int j) {
        if (grams == null) {
            return 1;
        }
        int row = Math.max(i, j);
        return grams[e * layout.gramSize() + row * (row + 1) / 2 + Math.min(i, j)];
    }

    /** Computes t = H_g v, k × R numbers for level {@code g} of the first factor. */
    void gather(int g, double[] v, int r, double[] t) {
        Arrays.fill(t, 0, layout.first().k() * r, 0.0);
        if (layout.gramSize() > 1) {
            for (int e = starts[g]; e < starts[g + 1]; e++) {
                gatherCell(e, v, r, t);
            }
            return;
        }
        for (int e = starts[g]; e < starts[g + 1]; e++) {
            add(grams == null ? 1 : grams[e], v, columns[e] * r, t, 0, r);
        }
    }

    private void gatherCell(int e, double[] v, int r, double[] t) {
        int[] one = layout.first().columns();
        int[] two = layout.second().columns();
        for (int i = 0; i < one.length; i++) {
            for (int j = 0; j < two.length; j++) {
                add(gram(e, one[i], two[j]), v, (columns[e] * two.length + j) * r, t, i * r, r);
            }
        }
    }

    /** Adds H_gᵀ t to y, for level {@code g} of the first factor. */
    void scatter(int g, double[] t, int r, double[] y) {
        if (layout.gramSize() > 1) {
            for (int e = starts[g]; e < starts[g + 1]; e++) {
                scatterCell(e, t, r, y);
            }
            return;
        }
        for (int e = starts[g]; e < starts[g + 1]; e++) {
            add(grams == null ? 1 : grams[e], t, 0, y, columns[e] * r, r);
        }
    }

    private void scatterCell(int e, double[] t, int r, double[] y) {
        int[] one = layout.first().columns();
        int[] two = layout.second().columns();
        for (int i = 0; i < one.length; i++) {
            for (int j = 0; j < two.length; j++) {
                add(gram(e, one[i], two[j]), t, i * r, y, (columns[e] * two.length + j) * r, r);
            }
        }
    }

    private static void add(double scale, double[] x, int from, double[] to, int at, int count) {
        for (int i = 0; i < count; i++) {
            to[at + i] += scale * x[from + i];
        }
    }

    /** Products of the effects of each level of the first factor with themselves, k × k each. */
    double[] firstGrams() {
        return grams(layout.first(), true);
    }

    /** Products of the effects of each level of the second factor with themselves, k × k each. */
    double[] secondGrams() {
        return grams(layout.second(), false);
    }

    private double[] grams(CrossedLayout.Side side, boolean isFirst) {
        int k = side.k();
        double[] sums = new double[Math.multiplyExact(side.size(), k)];
        for (int g = 0; g < layout.first().levels(); g++) {
            for (int e = starts[g]; e < starts[g + 1]; e++) {
                int at = (isFirst ? g : columns[e]) * k * k;
                for (int i = 0; i < k; i++) {
                    for (int j = 0; j < k; j++) {
                        sums[at + i * k + j] += gram(e, side.columns()[i], side.columns()[j]);
                    }
                }
            }
        }
        return sums;
    }
}
