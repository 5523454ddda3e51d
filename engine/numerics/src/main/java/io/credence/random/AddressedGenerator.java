package io.credence.random;

import org.apache.commons.math3.random.BitsStreamGenerator;

/**
 * Random generator of the numbers at one address, one after the other. Samplers that may reject some use it without
 * affecting numbers at other addresses. The address consists of the words given to {@link #moveTo} and one more, given
 * to {@link #moveToWord}. Not thread-safe.
 */
public final class AddressedGenerator extends BitsStreamGenerator {

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
        clear();
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

    @Override
    protected int next(int bits) {
        return (int) (numbers.bits(used++) >>> (Long.SIZE - bits));
    }
}
