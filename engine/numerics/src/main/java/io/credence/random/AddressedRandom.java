package io.credence.random;

import io.credence.linalg.NormalTail;
import java.io.Serializable;

/**
 * Random numbers addressed by their purpose, never by the order of use. The same address gives the same number on any
 * machine, in any order of use, so that an executor can make a draw without being sent it and a retried task changes
 * nothing.
 */
public final class AddressedRandom {
    // The address is the counter. It is folded, word by word, through the finaliser of SplitMix64 (Steele, Lea and
    // Flood 2014), a bijection of 64 bits with full avalanche: distinct addresses of one length differ in every output
    // bit with probability one half. Decision 0117 of the engine compares it with Philox.

    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;
    /** Unit of uniform numbers, of 52 bits. Half a step more is then still exact, and the last number stays below 1. */
    private static final double UNIT = 0x1.0p-52;

    private AddressedRandom() {}

    /** Random bits, 64 of them, at an address of any length; addresses of different length are unrelated. */
    public static long bits(long seed, long... address) {
        return fold(mix(seed + GOLDEN_GAMMA * (address.length + 1L)), address);
    }

    /** Random numbers at the addresses that extend {@code address} by one word. */
    public static NumberSequence sequenceAfter(long seed, long... address) {
        long state = mix(seed + GOLDEN_GAMMA * (address.length + 2L));
        return new NumberSequence(fold(state, address));
    }

    /** Numbers whose addresses differ in their last word. */
    public static final class NumberSequence implements Serializable {

        private static final long serialVersionUID = 1;

        private final long before;

        private NumberSequence(long before) {
            this.before = before;
        }

        /**
         * Random bits at the sequence's address followed by {@code word}, as {@link AddressedRandom#bits} gives them.
         */
        public long bits(long word) {
            return fold(before, word);
        }

        /**
         * Uniform number at the sequence's address followed by {@code word}, as {@link AddressedRandom#uniform} gives
         * it.
         */
        public double uniform(long word) {
            return toOpenUniform(fold(before, word));
        }

        /**
         * Normal number at the sequence's address followed by {@code word}, as {@link AddressedRandom#normal} gives it.
         */
        public double normal(long word) {
            return normalFromBits(fold(before, word));
        }

        /** Writes the normal numbers at the words 0, 1, … {@code count} − 1, times {@code scale}, into {@code into}. */
        public void writeNormals(int count, double scale, double[] into) {
            for (int i = 0; i < count; i++) {
                into[i] = scale * normalFromBits(fold(before, i));
            }
        }

        /** Normal numbers at the words 0, 1, … {@code count} − 1. */
        public double[] normals(int count) {
            double[] normals = new double[count];
            writeNormals(count, 1, normals);
            return normals;
        }
    }

    /** A uniform number in (0, 1), never an end point. */
    public static double uniform(long seed, long... address) {
        return toOpenUniform(bits(seed, address));
    }

    /** A standard normal number: the quantile at the address's uniform number. */
    public static double normal(long seed, long... address) {
        return normalFromBits(bits(seed, address));
    }

    private static double normalFromBits(long bits) {
        return NormalTail.quantile(toOpenUniform(bits));
    }

    private static double toOpenUniform(long bits) {
        return ((bits >>> 12) + 0.5) * UNIT;
    }

    private static long fold(long state, long[] words) {
        long folded = state;
        for (long word : words) {
            folded = fold(folded, word);
        }
        return folded;
    }

    private static long fold(long state, long word) {
        return mix(state + GOLDEN_GAMMA + mix(word));
    }

    private static long mix(long z) {
        long x = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        x = (x ^ (x >>> 27)) * 0x94D049BB133111EBL;
        return x ^ (x >>> 31);
    }
}
