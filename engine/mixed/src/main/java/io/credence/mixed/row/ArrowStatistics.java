package io.credence.mixed.row;

import io.credence.mixed.model.EffectLayout;

/**
 * Sums of rows ({@link ArrowSums}) in the order of the levels. Each local level that has rows has its block and the
 * global levels that it shares rows with, by ascending columns; the products of global columns with each other follow.
 *
 * @param levels local levels that have rows, ascending
 * @param blocks k × (k + p + 1) products of each local level
 * @param starts index of the first shared global level of each local level, and the end of the last
 * @param columns first global column of each shared level
 * @param entries number in the layout's {@code others} of the effects of each shared level
 * @param offsets index in {@code products} of the first of the k × k_o products of each shared level
 * @param products products of the local effects with the effects of each shared level
 * @param rowSums sums of rows, from which the products of global levels with each other are read
 */
public record ArrowStatistics(
        EffectLayout layout,
        int[] levels,
        double[] blocks,
        int[] starts,
        int[] columns,
        byte[] entries,
        int[] offsets,
        double[] products,
        ArrowSums rowSums) {

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
        int others = layout.others().size();
        int shared = 0;
        int numbers = 0;
        int[][] orders = new int[others][];
        for (int o = 0; o < others; o++) {
            orders[o] = sums.cross(o).ascending();
            shared += orders[o].length;
            numbers = Math.addExact(numbers, orders[o].length * sums.cross(o).width());
        }
        ArrowStatistics statistics = new ArrowStatistics(
                layout,
                levels,
                blocks,
                new int[levels.length + 1],
                new int[shared],
                new byte[shared],
                new int[shared],
                new double[numbers],
                sums);
        statistics.fillShared(orders);
        return statistics;
    }

    private void fillShared(int[][] orders) {
        int[] next = new int[orders.length];
        int at = 0;
        int offset = 0;
        for (int g = 0; g < levels.length; g++) {
            starts[g] = at;
            for (int o = 0; o < orders.length; o++) {
                KeyedSums cross = rowSums.cross(o);
                int there = layout.otherLevels(o);
                for (; next[o] < orders[o].length; next[o]++) {
                    int slot = orders[o][next[o]];
                    long key = cross.key(slot);
                    if (key / there != levels[g]) {
                        break;
                    }
                    columns[at] = layout.starts()[o]
                            + (int) (key % there) * layout.otherEffects(o).size();
                    entries[at] = (byte) o;
                    offsets[at] = offset;
                    System.arraycopy(cross.values(), slot * cross.width(), products, offset, cross.width());
                    offset += cross.width();
                    at++;
                }
            }
        }
        starts[levels.length] = at;
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
        for (int at = starts[g]; at < starts[g + 1]; at++) {
            width += layout.otherEffects(entries[at]).size();
        }
        return width;
    }
}
