package io.credence.mixed.row;

import io.credence.data.RowBlock;
import io.credence.mixed.model.EffectLayout;
import io.credence.random.AddressedRandom;
import io.credence.random.RandomUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * Rows of a partition in the order of their levels of the local factor, by reference to its blocks. Not thread-safe.
 */
public final class LevelRows {

    private final List<RowBlock> blocks = new ArrayList<>();
    private final ArrowEntries row;
    private int[] firsts = new int[8];
    private long[] order = new long[1024];
    private int size;
    private int current;

    /**
     * @param share share of the levels whose rows are read, by a hash of the seed and their number; 1 for all
     */
    public LevelRows(
            EffectLayout layout, double[] units, Iterator<? extends RowBlock> source, long seed, double share) {
        this.row = new ArrowEntries(layout, units);
        AddressedRandom.NumberSequence hash =
                AddressedRandom.sequenceAfter(seed, RandomUse.LEVEL_SHARES.firstAddressWord());
        int rows = 0;
        while (source.hasNext()) {
            RowBlock block = source.next();
            if (blocks.size() == firsts.length) {
                firsts = Arrays.copyOf(firsts, 2 * firsts.length);
            }
            firsts[blocks.size()] = rows;
            blocks.add(block);
            int[] levels = ArrowEntries.levels(block.attributes(), layout.model())[layout.localFactorIndex()];
            for (int i = 0; i < levels.length; i++) {
                if (share >= 1 || hash.uniform(levels[i]) < share) {
                    add(levels[i], rows + i);
                }
            }
            rows = Math.addExact(rows, levels.length);
        }
        Arrays.sort(order, 0, size);
    }

    private void add(int level, int number) {
        if (size == order.length) {
            order = Arrays.copyOf(order, Math.multiplyExact(2, size));
        }
        order[size++] = (long) level << 32 | number;
    }

    /** Number of rows that are read. */
    public int size() {
        return size;
    }

    /** Level of the row at position {@code i}. */
    public int level(int i) {
        return (int) (order[i] >>> 32);
    }

    /** Position behind the last row that shares the level of the row at position {@code i}. */
    public int levelEnd(int i) {
        int level = level(i);
        int end = i + 1;
        while (end < size && level(end) == level) {
            end++;
        }
        return end;
    }

    /** Row at position {@code i}, valid until the next call. */
    public ArrowEntries row(int i) {
        row.moveTo(block(i), rowInBlock(i));
        return row;
    }

    /** Block of the row at position {@code i}. */
    public RowBlock block(int i) {
        return blocks.get(blockOf((int) order[i]));
    }

    /** Number of the row at position {@code i} within its block. */
    public int rowInBlock(int i) {
        int number = (int) order[i];
        return number - firsts[blockOf(number)];
    }

    /** Number of the block of a row. As a rule, rows of a level follow each other in their block. */
    private int blockOf(int number) {
        boolean inside = number >= firsts[current] && (current + 1 == blocks.size() || number < firsts[current + 1]);
        if (!inside) {
            current = search(number);
        }
        return current;
    }

    private int search(int number) {
        int found = Arrays.binarySearch(firsts, 0, blocks.size(), number);
        return found >= 0 ? lastBlockAt(found) : -found - 2;
    }

    /** Number of the last of several blocks that begin at the same row. All others of them are empty. */
    private int lastBlockAt(int found) {
        int last = found;
        while (last + 1 < blocks.size() && firsts[last + 1] == firsts[found]) {
            last++;
        }
        return last;
    }
}
