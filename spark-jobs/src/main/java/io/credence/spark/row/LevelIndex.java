package io.credence.spark.row;

import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.XXH64;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Index of the levels of a grouping factor, which finds a level's number by a 64-bit hash of its text. It takes 18
 * bytes a level, whatever the texts. The hashes of the levels differ; a text that is none of them is taken for one
 * with probability levels / 2^64.
 */
public final class LevelIndex implements LevelNumbers {

    /** Bytes of a level. */
    public static final int BYTES = 18;

    private static final long serialVersionUID = 1;

    private final long seed;
    private final long[] hashes;
    private final int[] numbers;
    private int size;

    private LevelIndex(long seed, int slots) {
        this.seed = seed;
        this.hashes = new long[slots];
        this.numbers = new int[slots];
    }

    /**
     * Creates the index of different texts, numbered from 0.
     *
     * @throws IllegalArgumentException if one is there twice
     */
    public static LevelIndex of(List<String> levels) {
        int slots = Math.addExact(levels.size(), levels.size() / 2 + 4);
        for (long seed = 0; ; seed++) {
            LevelIndex index = new LevelIndex(seed, slots);
            if (index.fill(levels)) {
                return index;
            }
        }
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int numberOf(UTF8String level, InternalRow cells) {
        return of(level);
    }

    private boolean fill(List<String> levels) {
        size = levels.size();
        for (int k = 0; k < levels.size(); k++) {
            UTF8String level = UTF8String.fromString(levels.get(k));
            long hash = hash(level);
            int slot = slot(hash);
            if (numbers[slot] > 0) {
                if (level.equals(UTF8String.fromString(levels.get(numbers[slot] - 1)))) {
                    throw new IllegalArgumentException("levels must differ but the numbers " + numbers[slot] + " and "
                            + (k + 1) + " are both '" + level + "'");
                }
                return false;
            }
            hashes[slot] = hash;
            numbers[slot] = k + 1;
        }
        return true;
    }

    private long hash(UTF8String level) {
        return XXH64.hashUnsafeBytes(level.getBaseObject(), level.getBaseOffset(), level.numBytes(), seed);
    }

    /** Slot of a hash, or the one where it could be put. */
    private int slot(long hash) {
        int slot = (int) Math.multiplyHigh(hash >>> 1, 2L * hashes.length);
        while (numbers[slot] > 0 && hashes[slot] != hash) {
            slot = slot + 1 == hashes.length ? 0 : slot + 1;
        }
        return slot;
    }

    /** Number of a level; −1 where there is none of that text. */
    public int of(UTF8String level) {
        return numbers[slot(hash(level))] - 1;
    }
}
