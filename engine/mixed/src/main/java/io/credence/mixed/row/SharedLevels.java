package io.credence.mixed.row;

import io.credence.mixed.model.EffectLayout;

/**
 * Global levels that local levels share rows with, by local level and ascending columns, with the products of their
 * effects.
 *
 * @param starts index of the first shared level of each local level, and the end of the last
 * @param others number in the layout's {@code others} of the effects of each shared level
 * @param columns first global column of each shared level
 * @param offsets index in {@code products} of the first of the k × k_o products of each shared level
 * @param products products of the local effects with the effects of each shared level
 */
record SharedLevels(int[] starts, byte[] others, int[] columns, int[] offsets, double[] products) {

    /**
     * Sorts the products of rows by local level.
     *
     * @param levels local levels that have rows, ascending
     */
    static SharedLevels of(EffectLayout layout, int[] levels, ArrowSums sums) {
        int others = layout.others().size();
        int shared = 0;
        int numbers = 0;
        int[][] orders = new int[others][];
        for (int o = 0; o < others; o++) {
            orders[o] = sums.cross(o).ascending();
            shared += orders[o].length;
            numbers = Math.addExact(numbers, orders[o].length * sums.cross(o).width());
        }
        SharedLevels sorted = new SharedLevels(
                new int[levels.length + 1], new byte[shared], new int[shared], new int[shared], new double[numbers]);
        sorted.fill(layout, levels, sums, orders);
        return sorted;
    }

    private void fill(EffectLayout layout, int[] levels, ArrowSums sums, int[][] orders) {
        int[] next = new int[orders.length];
        int at = 0;
        int offset = 0;
        for (int g = 0; g < levels.length; g++) {
            starts[g] = at;
            for (int o = 0; o < orders.length; o++) {
                KeyedSums cross = sums.cross(o);
                int there = layout.otherLevels(o);
                for (; next[o] < orders[o].length; next[o]++) {
                    int slot = orders[o][next[o]];
                    long key = cross.key(slot);
                    if (key / there != levels[g]) {
                        break;
                    }
                    columns[at] = layout.starts()[o]
                            + (int) (key % there) * layout.otherEffects(o).size();
                    others[at] = (byte) o;
                    offsets[at] = offset;
                    System.arraycopy(cross.values(), slot * cross.width(), products, offset, cross.width());
                    offset += cross.width();
                    at++;
                }
            }
        }
        starts[levels.length] = at;
    }

    /** Index of the first level that local level number {@code g} shares rows with. */
    int begin(int g) {
        return starts[g];
    }

    /** Index behind the last level that local level number {@code g} shares rows with. */
    int end(int g) {
        return starts[g + 1];
    }
}
