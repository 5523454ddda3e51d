package io.credence.spark.plan;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * Exact search for the numbers of given ranks among many, without sorting. Each pass counts the next bits of the
 * numbers that share all earlier bits with one that is sought.
 */
final class OrderStatistics {

    private static final int BITS = 11;
    private static final int PASSES = 6;

    private final Numbers numbers;
    private final long[] first;

    /** Source of counts over all numbers: sums, over parts of the numbers, of the static method {@code count}. */
    @FunctionalInterface
    interface Numbers {
        long[][] countByPrefix(long[] prefixes, int number);
    }

    OrderStatistics(Numbers numbers) {
        this.numbers = numbers;
        this.first = numbers.countByPrefix(new long[1], 0)[0];
    }

    /**
     * Counts numbers by their next bits.
     *
     * @param prefixes values of the earlier bits that are counted, ascending
     * @param number number of the pass, from 0
     * @return for each prefix, the count of each value of the next bits
     */
    static long[][] count(DoubleStream numbers, long[] prefixes, int number) {
        long[][] counts = new long[prefixes.length][1 << BITS];
        numbers.forEach(x -> {
            long key = orderKey(x);
            int at = Arrays.binarySearch(prefixes, number == 0 ? 0 : key >>> (Long.SIZE - BITS * number));
            if (at >= 0) {
                counts[at][(int) (key << (BITS * number) >>> (Long.SIZE - BITS))]++;
            }
        });
        return counts;
    }

    /** Key of a number. Keys, read as unsigned, have the order of the numbers. */
    private static long orderKey(double x) {
        long bits = Double.doubleToLongBits(x);
        return bits ^ (bits >> (Long.SIZE - 1) | Long.MIN_VALUE);
    }

    private static double fromOrderKey(long key) {
        return Double.longBitsToDouble(key ^ (~key >> (Long.SIZE - 1) | Long.MIN_VALUE));
    }

    /** Number of all values that are ranked. */
    long count() {
        return Arrays.stream(first).sum();
    }

    /**
     * Numbers of given ranks.
     *
     * @param ranks ranks from 0, below the count
     */
    double[] atRanks(long... ranks) {
        long[] left = ranks.clone();
        long[] keys = new long[ranks.length];
        long[] prefixes = new long[1];
        long[][] counts = {first};
        for (int number = 0; number < PASSES; number++) {
            if (number > 0) {
                prefixes = Arrays.stream(keys).sorted().distinct().toArray();
                counts = numbers.countByPrefix(prefixes, number);
            }
            int bits = Math.min(BITS, Long.SIZE - BITS * number);
            for (int r = 0; r < ranks.length; r++) {
                long[] own = counts[Arrays.binarySearch(prefixes, keys[r])];
                int next = 0;
                while (left[r] >= own[next]) {
                    left[r] -= own[next++];
                }
                keys[r] = keys[r] << bits | next >>> (BITS - bits);
            }
        }
        return Arrays.stream(keys).mapToDouble(OrderStatistics::fromOrderKey).toArray();
    }
}
