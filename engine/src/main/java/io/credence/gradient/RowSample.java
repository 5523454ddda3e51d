package io.credence.gradient;

import io.credence.data.RowBlock;
import io.credence.random.AddressedRandom;
import java.io.Serializable;
import java.util.Arrays;

/**
 * A fixed subset of rows, addressed by seed, partition and position, never by the order of execution.
 *
 * @param fraction share of rows, in (0, 1]
 * @param seed seed
 */
public record RowSample(double fraction, long seed) implements Serializable {

    /** Every row. */
    public static final RowSample ALL = new RowSample(1, 0);

    public RowSample {
        if (!(fraction > 0 && fraction <= 1)) {
            throw new IllegalArgumentException("the fraction of rows must lie in (0, 1] but was " + fraction);
        }
    }

    /** Whether every row belongs to it. */
    public boolean isAll() {
        return fraction == 1;
    }

    /** The block's rows that belong to it, where {@code firstRow} is the number of the block's first row. */
    RowBlock of(RowBlock block, int partition, long firstRow) {
        if (isAll()) {
            return block;
        }
        return block.select(picked(block.rows(), partition, firstRow));
    }

    /** The number within the partition of row {@code i} of what {@link #of} gives for a block of {@code rows} rows. */
    long number(int i, int rows, int partition, long firstRow) {
        return firstRow + (isAll() ? i : picked(rows, partition, firstRow)[i]);
    }

    private int[] picked(int rows, int partition, long firstRow) {
        int[] picked = new int[rows];
        int count = 0;
        for (int i = 0; i < rows; i++) {
            if (uniform(partition, firstRow + i) < fraction) {
                picked[count++] = i;
            }
        }
        return Arrays.copyOf(picked, count);
    }

    private double uniform(int partition, long row) {
        return AddressedRandom.uniform(seed, partition, row);
    }
}
