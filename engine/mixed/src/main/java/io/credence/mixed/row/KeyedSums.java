package io.credence.mixed.row;

import java.io.Serializable;
import java.util.Arrays;

/** Sums of vectors of one width by key: a sparse matrix of blocks. Grows by what is added; not thread-safe. */
public final class KeyedSums implements Serializable {

    private static final long serialVersionUID = 1;

    private final int width;
    private long[] keys = new long[16];
    private int[] table = new int[32];
    private double[] values;
    private int size;

    public KeyedSums(int width) {
        this.width = width;
        this.values = new double[16 * width];
    }

    public int width() {
        return width;
    }

    public int size() {
        return size;
    }

    /** Sums of all keys, one after the other in the order in which the keys came. */
    public double[] values() {
        return values;
    }

    /** Key of the {@code i}-th sum. */
    public long key(int i) {
        return keys[i];
    }

    /** Index in {@link #values} of the first number of a key's sum, which is 0 if the key is new. */
    public int findOrInsert(long key) {
        int slot = slot(key);
        if (table[slot] == 0) {
            if (2 * size >= table.length - 2) {
                grow();
                slot = slot(key);
            }
            keys[size] = key;
            table[slot] = ++size;
        }
        return (table[slot] - 1) * width;
    }

    public void merge(KeyedSums other) {
        for (int i = 0; i < other.size; i++) {
            int at = findOrInsert(other.keys[i]);
            for (int t = 0; t < width; t++) {
                values[at + t] += other.values[i * width + t];
            }
        }
    }

    /** Positions of the keys in their ascending order. */
    public int[] ascending() {
        long[] sorted = Arrays.copyOf(keys, size);
        Arrays.sort(sorted);
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            order[i] = table[slot(sorted[i])] - 1;
        }
        return order;
    }

    private Object writeReplace() {
        return new SerialForm(width, Arrays.copyOf(keys, size), Arrays.copyOf(values, size * width));
    }

    /**
     * Serialised form: the keys and their sums, without spare capacity. That may be as much again, or twice as much.
     */
    private record SerialForm(int width, long[] keys, double[] values) implements Serializable {

        private Object readResolve() {
            KeyedSums read = new KeyedSums(width);
            int capacity = Math.max(16, Integer.highestOneBit(Math.max(1, keys.length - 1)) * 2);
            read.keys = Arrays.copyOf(keys, capacity);
            read.values = Arrays.copyOf(values, Math.multiplyExact(capacity, width));
            read.size = keys.length;
            read.table = new int[2 * capacity];
            read.rehashKeys();
            return read;
        }
    }

    private int slot(long key) {
        int mask = table.length - 1;
        long mixed = key * 0x9E3779B97F4A7C15L;
        int slot = (int) (mixed ^ (mixed >>> 32)) & mask;
        while (table[slot] != 0 && keys[table[slot] - 1] != key) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        int capacity = Math.multiplyExact(2, keys.length);
        keys = Arrays.copyOf(keys, capacity);
        values = Arrays.copyOf(values, Math.multiplyExact(capacity, width));
        table = new int[2 * capacity];
        rehashKeys();
    }

    private void rehashKeys() {
        for (int i = 0; i < size; i++) {
            table[slot(keys[i])] = i + 1;
        }
    }
}
