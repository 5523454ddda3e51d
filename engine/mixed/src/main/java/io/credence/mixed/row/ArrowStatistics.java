package io.credence.mixed.row;

import io.credence.mixed.model.EffectLayout;

/**
 * Sums of rows ({@link ArrowSums}) in the order of the levels. Each local level that has rows has its block and the
 * global levels that it shares rows with, by ascending columns; the products of global columns with each other follow.
 *
 * @param levels local levels that have rows, ascending
 * @param blocks k × (k + p + 1) products of each local level
 * @param shared global levels that each local level shares rows with
 * @param rowSums sums of rows, from which the products of global levels with each other are read
 */
public record ArrowStatistics(
        EffectLayout layout, int[] levels, double[] blocks, SharedLevels shared, ArrowSums rowSums) {

    public static ArrowStatistics of(EffectLayout layout, ArrowSums sums) {
        int k = layout.localEffectsPerLevel();
        int width = k * (k + layout.fixedEffectCount() + 1);
        int[] order = sums.local().ascending();
        int[] levels = new int[order.length];
        double[] blocks = new double[Math.multiplyExact(order.length, width)];
        for (int g = 0; g < order.length; g++) {
            levels[g] = (int) sums.local().key(order[g]);
            System.arraycopy(sums.local().values(), order[g] * width, blocks, g * width, width);
        }
        return new ArrowStatistics(layout, levels, blocks, SharedLevels.of(layout, levels, sums), sums);
    }

    /** Number of local levels that have rows. */
    public int localLevelCount() {
        return levels.length;
    }

    /**
     * Number of global columns, random ones first, that local level number {@code g} shares rows with; all fixed ones
     * are among them.
     */
    int globalColumnCount(int g) {
        int width = layout.fixedEffectCount();
        for (int at = shared.begin(g); at < shared.end(g); at++) {
            width += layout.otherEffects(shared.others()[at]).size();
        }
        return width;
    }
}
