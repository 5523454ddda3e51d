package io.credence.benchmark;

import io.credence.linalg.NormalTail;
import io.credence.random.AddressedRandom;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongToDoubleFunction;
import org.hipparchus.distribution.continuous.NormalDistribution;

/**
 * Nanoseconds per addressed normal number, one thread: {@code NormalNumbers [ROUNDS]}. Ours, and what it is made of,
 * beside Box and Muller's transform, the quantile of a library and the generator Philox 4×32-10 of Salmon, Moraes, Dror
 * and Shaw (2011).
 */
final class NormalNumbers {

    private static final long SEED = 20_260_101;
    private static final int COUNT = 4_000_000;
    private static final double UNIT = 0x1p-52;
    private static final NormalDistribution LIBRARY = new NormalDistribution();

    private NormalNumbers() {}

    /** A way of making numbers. */
    private enum Way {
        OURS("folded address, AS 241", i -> SEQUENCE.normal(i)),
        BITS("folded address alone", i -> SEQUENCE.uniform(i)),
        PHILOX("Philox 4×32-10, AS 241, two numbers a block", i -> NormalTail.quantile(philox(i))),
        PHILOX_BITS("Philox 4×32-10 alone, two numbers a block", NormalNumbers::philox),
        BOX_AND_MULLER("folded address, Box and Muller", NormalNumbers::boxMuller),
        LIBRARY_QUANTILE(
                "folded address, Hipparchus' quantile", i -> LIBRARY.inverseCumulativeProbability(SEQUENCE.uniform(i)));

        private final String label;
        private final LongToDoubleFunction number;

        Way(String label, LongToDoubleFunction number) {
            this.label = label;
            this.number = number;
        }

        double nanosecondsPerNumber() {
            long start = System.nanoTime();
            double sum = 0;
            for (long i = 0; i < COUNT; i++) {
                sum += number.applyAsDouble(i);
            }
            if (Double.isNaN(sum)) {
                throw new IllegalStateException("a number is not a number");
            }
            return (System.nanoTime() - start) / (double) COUNT;
        }
    }

    private static final AddressedRandom.NumberSequence SEQUENCE = AddressedRandom.sequenceAfter(SEED, 3);

    private static long block = -1;
    private static long second;

    /** Uniform number i; the block of 128 bits gives two. */
    private static double philox(long i) {
        if (i >>> 1 == block) {
            return ((second >>> 12) + 0.5) * UNIT;
        }
        block = i >>> 1;
        long c0 = block & 0xffffffffL;
        long c1 = block >>> 32;
        long c2 = 3;
        long c3 = 0;
        long k0 = SEED & 0xffffffffL;
        long k1 = SEED >>> 32;
        for (int round = 0; round < 10; round++) {
            long p0 = 0xD2511F53L * c0;
            long p1 = 0xCD9E8D57L * c2;
            c0 = (p1 >>> 32) ^ c1 ^ k0;
            c1 = p1 & 0xffffffffL;
            c2 = (p0 >>> 32) ^ c3 ^ k1;
            c3 = p0 & 0xffffffffL;
            k0 = (k0 + 0x9E3779B9L) & 0xffffffffL;
            k1 = (k1 + 0xBB67AE85L) & 0xffffffffL;
        }
        second = c2 << 32 | c3;
        return (((c0 << 32 | c1) >>> 12) + 0.5) * UNIT;
    }

    private static double boxMuller(long i) {
        double radius = Math.sqrt(-2 * StrictMath.log(SEQUENCE.uniform(i)));
        return radius * StrictMath.cos(2 * Math.PI * SEQUENCE.uniform(-1 - i));
    }

    public static void main(String[] arguments) {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5;
        double[][] measured = new double[Way.values().length][rounds];
        for (int round = -2; round < rounds; round++) {
            for (Way way : Way.values()) {
                double nanoseconds = way.nanosecondsPerNumber();
                if (round >= 0) {
                    measured[way.ordinal()][round] = nanoseconds;
                }
            }
        }
        for (Way way : Way.values()) {
            double[] sorted = measured[way.ordinal()];
            Arrays.sort(sorted);
            System.out.printf(Locale.ROOT, "| %s | %.1f |%n", way.label, sorted[rounds / 2]);
        }
    }
}
