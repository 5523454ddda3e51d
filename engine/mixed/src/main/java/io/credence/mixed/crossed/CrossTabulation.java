package io.credence.mixed.crossed;

import io.credence.mixed.row.KeyedSums;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Products H of the effects of two large factors with each other, as sparse rows. Each level of the first factor has
 * the levels of the second that it shares rows with, ascending, and the sums of their rows' products. A block of R
 * vectors has R numbers for each effect, level by level.
 *
 * @param starts index of the first cell of each level of the first factor, and the end of the last
 * @param secondLevels level of the second factor of each cell
 * @param cellGrams lower triangle of order m of each cell; null where all are 1, as of one row with intercepts
 */
record CrossTabulation(CrossedLayout layout, int[] starts, int[] secondLevels, double @Nullable [] cellGrams) {

    static CrossTabulation of(CrossedLayout layout, KeyedSums cells) {
        int[] order = cells.ascending();
        int there = layout.secondFactor().levels();
        int width = cells.width();
        int[] starts = new int[layout.firstFactor().levels() + 1];
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
        for (int g = 0; g < layout.firstFactor().levels(); g++) {
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
        return secondLevels.length;
    }

    /** Entry (i, j) of the symmetric products of the layout's columns in cell {@code e}. */
    double gram(int e, int i, int j) {
        if (cellGrams == null) {
            return 1;
        }
        int row = Math.max(i, j);
        return cellGrams[e * layout.gramSize() + row * (row + 1) / 2 + Math.min(i, j)];
    }

    /** Computes t = H_g v, k × R numbers for level {@code g} of the first factor. */
    void multiplyBlockRow(int g, double[] v, int r, double[] t) {
        Arrays.fill(t, 0, layout.firstFactor().effectsPerLevel() * r, 0.0);
        if (layout.gramSize() > 1) {
            for (int e = starts[g]; e < starts[g + 1]; e++) {
                addCellProduct(e, v, r, t);
            }
            return;
        }
        for (int e = starts[g]; e < starts[g + 1]; e++) {
            add(cellGrams == null ? 1 : cellGrams[e], v, secondLevels[e] * r, t, 0, r);
        }
    }

    private void addCellProduct(int e, double[] v, int r, double[] t) {
        int[] one = layout.firstFactor().columns();
        int[] two = layout.secondFactor().columns();
        for (int i = 0; i < one.length; i++) {
            for (int j = 0; j < two.length; j++) {
                add(gram(e, one[i], two[j]), v, (secondLevels[e] * two.length + j) * r, t, i * r, r);
            }
        }
    }

    /** Adds H_gᵀ t to y, for level {@code g} of the first factor. */
    void addTransposedBlockRow(int g, double[] t, int r, double[] y) {
        if (layout.gramSize() > 1) {
            for (int e = starts[g]; e < starts[g + 1]; e++) {
                addTransposedCellProduct(e, t, r, y);
            }
            return;
        }
        for (int e = starts[g]; e < starts[g + 1]; e++) {
            add(cellGrams == null ? 1 : cellGrams[e], t, 0, y, secondLevels[e] * r, r);
        }
    }

    private void addTransposedCellProduct(int e, double[] t, int r, double[] y) {
        int[] one = layout.firstFactor().columns();
        int[] two = layout.secondFactor().columns();
        for (int i = 0; i < one.length; i++) {
            for (int j = 0; j < two.length; j++) {
                add(gram(e, one[i], two[j]), t, i * r, y, (secondLevels[e] * two.length + j) * r, r);
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
        return levelGrams(layout.firstFactor(), true);
    }

    /** Products of the effects of each level of the second factor with themselves, k × k each. */
    double[] secondGrams() {
        return levelGrams(layout.secondFactor(), false);
    }

    private double[] levelGrams(CrossedLayout.Side side, boolean isFirst) {
        int k = side.effectsPerLevel();
        double[] sums = new double[Math.multiplyExact(side.size(), k)];
        for (int g = 0; g < layout.firstFactor().levels(); g++) {
            for (int e = starts[g]; e < starts[g + 1]; e++) {
                int at = (isFirst ? g : secondLevels[e]) * k * k;
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
