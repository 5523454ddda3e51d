package io.credence.random;

import java.io.Serializable;
import org.hipparchus.random.RandomGenerator;

/**
 * Random generator of the numbers at one address, one after the other. Samplers that may reject some use it without
 * affecting numbers at other addresses. The address consists of the words given to {@link #moveTo} and one more, given
 * to {@link #moveToWord}. Not thread-safe.
 */
public final class AddressedGenerator implements RandomGenerator, Serializable {

    private static final long serialVersionUID = 1;

    private long address;
    private AddressedRandom.NumberSequence numbers = AddressedRandom.sequenceAfter(0);
    private long used;

    /** Moves to the numbers at an address. */
    public AddressedGenerator moveTo(long seed, long... words) {
        setSeed(AddressedRandom.bits(seed, words));
        return this;
    }

    /** Moves to the numbers at the address of the last {@link #moveTo} followed by {@code word}. */
    public AddressedGenerator moveToWord(long word) {
        numbers = AddressedRandom.sequenceAfter(address, word);
        used = 0;
        return this;
    }

    @Override
    public void setSeed(long seed) {
        address = seed;
        moveToWord(0);
    }

    @Override
    public void setSeed(int seed) {
        setSeed((long) seed);
    }

    @Override
    public void setSeed(int[] seed) {
        long folded = 0;
        for (int word : seed) {
            folded = AddressedRandom.bits(folded, word);
        }
        setSeed(folded);
    }

    private int next(int bits) {
        return (int) (numbers.bits(used++) >>> (Long.SIZE - bits));
    }

    @Override
    public int nextInt() {
        return next(Integer.SIZE);
    }

    @Override
    public int nextInt(int end) {
        if (end <= 0) {
            throw new IllegalArgumentException("the end of the numbers must be above 0 but was " + end);
        }
        if ((end & -end) == end) {
            return (int) (end * (long) next(31) >> 31);
        }
        int drawn;
        int number;
        do {
            drawn = next(31);
            number = drawn % end;
        } while (drawn - number + (end - 1) < 0);
        return number;
    }

    @Override
    public long nextLong() {
        return withLowWord(next(Integer.SIZE));
    }

    private long withLowWord(long high) {
        return high << Integer.SIZE | next(Integer.SIZE) & 0xffffffffL;
    }

    @Override
    public long nextLong(long end) {
        if (end <= 0) {
            throw new IllegalArgumentException("the end of the numbers must be above 0 but was " + end);
        }
        long drawn;
        long number;
        do {
            drawn = withLowWord(next(31));
            number = drawn % end;
        } while (drawn - number + (end - 1) < 0);
        return number;
    }

    @Override
    public boolean nextBoolean() {
        return next(1) != 0;
    }

    @Override
    public float nextFloat() {
        return next(23) * 0x1.0p-23f;
    }

    @Override
    public double nextDouble() {
        long high = (long) next(26) << 26;
        return (high | next(26)) * 0x1.0p-52;
    }

    @Override
    public double nextGaussian() {
        return numbers.normal(used++);
    }

    @Override
    public void nextBytes(byte[] bytes) {
        nextBytes(bytes, 0, bytes.length);
    }

    @Override
    public void nextBytes(byte[] bytes, int start, int count) {
        for (int i = 0; i < count; i++) {
            bytes[start + i] = (byte) next(Byte.SIZE);
        }
    }
}
