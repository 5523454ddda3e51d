package io.credence.random;

import org.apache.commons.math3.random.BitsStreamGenerator;

/**
 * The numbers at one address after the other: those that a sampler requires, however many it rejects, without a number at another
 * address being moved by them. An address has one more word than that it was moved to, which {@link #at} names. Not thread-safe.
 */
public final class AddressedGenerator extends BitsStreamGenerator {

    private static final long serialVersionUID = 1;

    private long address;
    private AddressedRandom.Last numbers = AddressedRandom.last(0);
    private long used;

    /** Moves to the numbers at an address. */
    public AddressedGenerator moveTo(long seed, long... words) {
        setSeed(AddressedRandom.bits(seed, words));
        return this;
    }

    /** Moves to those at the address that it was moved to, with one more word behind it. */
    public AddressedGenerator at(long word) {
        numbers = AddressedRandom.last(address, word);
        used = 0;
        clear();
        return this;
    }

    @Override
    public void setSeed(long seed) {
        address = seed;
        at(0);
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
