package io.credence.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.MonteCarlo;
import io.credence.testkit.TestSeed;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressedRandomTest {

    private static final int COUNT = 100_000;
    private static final long SEED = TestSeed.of("addressed");

    private static double[] estimates(IntToDoubleFunction at) {
        double[] estimates = new double[COUNT];
        for (int i = 0; i < COUNT; i++) {
            estimates[i] = at.applyAsDouble(i);
        }
        return estimates;
    }

    /** The first is the well-known first output of SplitMix64 at seed 1; all come from a Python implementation. */
    @Test
    void bits_areTheSameOnEveryMachine() {
        assertEquals(0x910A2DEC89025CC1L, AddressedRandom.bits(1));
        assertEquals(0x16152710AE3F156AL, AddressedRandom.bits(1, 2, 3));
        assertEquals(0x169A2823EAF00015L, AddressedRandom.bits(-7, 0));
        assertEquals(0xE971CDEC864E4AD0L, AddressedRandom.bits(20_260_101, 5, -1, 12));
    }

    @Test
    void lastWords_giveTheNumbersOfTheirWholeAddress() {
        AddressedRandom.NumberSequence ofTwo = AddressedRandom.sequenceAfter(SEED, 3);
        AddressedRandom.NumberSequence ofOne = AddressedRandom.sequenceAfter(SEED);
        for (long word = -5; word < 100; word++) {
            assertEquals(AddressedRandom.uniform(SEED, 3, word), ofTwo.uniform(word));
            assertEquals(AddressedRandom.uniform(SEED, word), ofOne.uniform(word));
        }
    }

    @Test
    void orderOfUse_doesNotMatter() {
        double forwards = AddressedRandom.normal(SEED, 3, 1) - AddressedRandom.normal(SEED, 3, 2);
        double backwards = AddressedRandom.normal(SEED, 3, 2) - AddressedRandom.normal(SEED, 3, 1);
        assertEquals(forwards, -backwards);
        assertNotEquals(0.0, forwards);
    }

    @Test
    void addressesOfDifferentLengthOrSeed_areUnrelated() {
        Set<Long> observed = new HashSet<>();
        for (long seed = -50; seed < 50; seed++) {
            observed.add(AddressedRandom.bits(seed));
            observed.add(AddressedRandom.bits(seed, 0));
            observed.add(AddressedRandom.bits(seed, 0, 0));
            observed.add(AddressedRandom.bits(seed, 0, 1));
            observed.add(AddressedRandom.bits(seed, 1, 0));
            observed.add(AddressedRandom.bits(seed, 0, 0, 0));
        }
        assertEquals(600, observed.size());
        MonteCarlo.assertWithin4StandardErrors(
                "correlation of lengths",
                0,
                estimates(i -> AddressedRandom.normal(SEED, i) * AddressedRandom.normal(SEED, i, 0)));
    }

    /** Of 256 cells: chi-square has mean 255 and standard deviation 22.6, and five of these are allowed. */
    @ParameterizedTest
    @ValueSource(ints = {0, 8, 24, 44})
    void uniforms_fillTheirCellsEvenly(int skippedBits) {
        int[] cells = new int[256];
        for (int i = 0; i < COUNT; i++) {
            double u = AddressedRandom.uniform(SEED, i / 100, i % 100);
            assertTrue(u > 0 && u < 1, () -> u + "; " + TestSeed.replay());
            double scaled = u * Math.scalb(1.0, skippedBits);
            cells[(int) ((scaled - Math.floor(scaled)) * 256)]++;
        }
        double expected = COUNT / 256.0;
        double chiSquare = 0;
        for (int cell : cells) {
            chiSquare += (cell - expected) * (cell - expected) / expected;
        }
        assertEquals(255, chiSquare, 5 * 22.6, TestSeed.replay());
    }

    /** The seeds were found by inverting the finaliser: with no address their bits are all ones and all zeros. */
    @Test
    void extremeBits_giveNoEndPoint() {
        assertEquals(-1, AddressedRandom.bits(0x31628AF67B2131ABL));
        assertEquals(0, AddressedRandom.bits(0x61C8864680B583EBL));
        assertEquals(1 - 0x1p-53, AddressedRandom.uniform(0x31628AF67B2131ABL));
        assertEquals(0x1p-53, AddressedRandom.uniform(0x61C8864680B583EBL));
        assertTrue(Double.isFinite(AddressedRandom.normal(0x61C8864680B583EBL)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 6})
    void normals_haveTheirMoments(int order) {
        double[] moments = {1, 0, 1, 0, 3, 0, 15};
        MonteCarlo.assertWithin4StandardErrors(
                "moment " + order,
                moments[order],
                estimates(i -> Math.pow(AddressedRandom.normal(SEED, i / 1000, i % 1000), order)));
    }

    @Test
    void normalTails_haveTheirShare() {
        // Φ(−2.5758293035489004) = 0.005, by definition of the quantile.
        MonteCarlo.assertWithin4StandardErrors(
                "tails", 0.01, estimates(i -> Math.abs(AddressedRandom.normal(SEED, i)) > 2.5758293035489004 ? 1 : 0));
    }

    @Test
    void neighbouringAddresses_areNotCorrelated() {
        assertUncorrelated("seeds", i -> AddressedRandom.normal(SEED + 1, i, 7));
        assertUncorrelated("first words", i -> AddressedRandom.normal(SEED, i + 1, 7));
        assertUncorrelated("second words", i -> AddressedRandom.normal(SEED, i, 8));
        assertUncorrelated("exchanged words", i -> AddressedRandom.normal(SEED, 7, i));
    }

    private static void assertUncorrelated(String what, IntToDoubleFunction other) {
        MonteCarlo.assertWithin4StandardErrors(
                what, 0, estimates(i -> AddressedRandom.normal(SEED, i, 7) * other.applyAsDouble(i)));
        MonteCarlo.assertWithin4StandardErrors(
                what + ", squares",
                1,
                estimates(i -> Math.pow(AddressedRandom.normal(SEED, i, 7), 2) * Math.pow(other.applyAsDouble(i), 2)));
    }

    @Test
    void oneFlippedBit_flipsHalfOfAll() {
        MonteCarlo.assertWithin4StandardErrors(
                "flipped bits",
                32,
                estimates(i -> Long.bitCount(
                        AddressedRandom.bits(SEED, i, 5) ^ AddressedRandom.bits(SEED, i ^ (1L << (i % 64)), 5))));
    }
}
