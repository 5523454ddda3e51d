package io.credence.data;

import org.jspecify.annotations.Nullable;

/** Digests of rows by content. They are equal for a dense and a sparse row, and in whatever order entries come. */
public final class RowDigest {
    // Sum over the entries other than 0 of a mixed (column, bits): independent terms, so that a processor overlaps
    // them.

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final long ATTRIBUTES = 0xD1B54A32D192ED03L;
    private static final long SINGLE = 0x8CB92BA72F3D8DD7L;

    private RowDigest() {}

    /**
     * Digest of rows of a block, as their cells are stored, one after the other.
     *
     * @param first number of the first of them within the block, from 0
     * @param rows number of rows, at least 1
     */
    public static long rowsDigest(RowBlock block, int first, int rows) {
        long digest = rowsDigest(block, first);
        for (int i = first + 1; i < first + rows; i++) {
            digest = mix(digest) ^ rowsDigest(block, i);
        }
        return digest;
    }

    private static long rowsDigest(RowBlock block, int row) {
        RowAttributes attributes = block.attributes();
        long sum = attributesHash(attributes.labels()[row], attributes.weight(row), attributes.offset(row))
                + levelsHash(attributes.levelsOf(row));
        if (block instanceof SparseBlock sparse) {
            for (int at = sparse.rowStarts()[row]; at < sparse.rowStarts()[row + 1]; at++) {
                sum += entryHash(sparse.entryColumns()[at], sparse.entryValue(at));
            }
        } else {
            for (int j = 0; j < block.columns(); j++) {
                sum += entryHash(j, block.value(row, j));
            }
        }
        return storedRowDigest(sum, block.isSinglePrecision());
    }

    /**
     * Sum of the hashes of a row's label, weight and offset, to which the entries add.
     *
     * @param offset known part of its linear predictor; −0 counts as 0
     */
    public static long attributesHash(double label, double weight, double offset) {
        return mix(Double.doubleToRawLongBits(label) + ATTRIBUTES)
                + mix(Double.doubleToRawLongBits(weight) + 2 * ATTRIBUTES)
                + mix(Double.doubleToRawLongBits(offset + 0.0) + 3 * ATTRIBUTES);
    }

    /** Sum of the hashes of a row's levels in its grouping factors; 0 where it has none. */
    public static long levelsHash(int @Nullable [] levels) {
        long sum = 0;
        for (int f = 0; levels != null && f < levels.length; f++) {
            sum += mix(levels[f] ^ ATTRIBUTES * (f + 4L));
        }
        return sum;
    }

    /** Hash that an entry adds to a row's sum; 0 for an entry of 0. */
    public static long entryHash(int column, double value) {
        return value == 0 ? 0 : mix(Double.doubleToRawLongBits(value) ^ GOLDEN * (column + 1L));
    }

    /**
     * Digest of a stored row from the {@code sum} of its hashes.
     *
     * @param single whether its entries were rounded to single precision
     */
    public static long storedRowDigest(long sum, boolean single) {
        return mix(single ? sum + SINGLE : sum);
    }

    /** Mixes bits, so that each bit of the result depends on all bits of {@code z}. */
    public static long mix(long z) {
        long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
        return x ^ (x >>> 31);
    }
}
