package io.credence.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.MonteCarlo;
import io.credence.testkit.TestSeed;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.distribution.discrete.PoissonDistribution;
import org.junit.jupiter.api.Tag;
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

    /** The first is the well-known first output of SplitMix64 at seed 1; all come from a Python implementation and mpmath. */
    @Test
    void numbers_areTheSameOnEveryMachine() {
        assertEquals(0x910A2DEC89025CC1L, AddressedRandom.bits(1));
        assertEquals(0x16152710AE3F156AL, AddressedRandom.bits(1, 2, 3));
        assertEquals(0x169A2823EAF00015L, AddressedRandom.bits(-7, 0));
        assertEquals(0xE971CDEC864E4AD0L, AddressedRandom.bits(20_260_101, 5, -1, 12));
        assertEquals(0.167626846409155516, AddressedRandom.normal(1), 1e-16);
        assertEquals(-1.36414947528755341, AddressedRandom.normal(1, 2, 3), 5e-16);
        assertEquals(-1.35136202530194076, AddressedRandom.normal(-7, 0), 5e-16);
        assertEquals(1.35250298155878362, AddressedRandom.normal(20_260_101, 5, -1, 12), 5e-16);
    }

    @Test
    void lastWords_giveTheNumbersOfTheirWholeAddress() {
        AddressedRandom.NumberSequence ofTwo = AddressedRandom.sequenceAfter(SEED, 3);
        AddressedRandom.NumberSequence ofOne = AddressedRandom.sequenceAfter(SEED);
        for (long word = -5; word < 100; word++) {
            assertEquals(AddressedRandom.uniform(SEED, 3, word), ofTwo.uniform(word));
            assertEquals(AddressedRandom.uniform(SEED, word), ofOne.uniform(word));
            assertEquals(AddressedRandom.normal(SEED, 3, word), ofTwo.normal(word));
        }
        double[] several = ofTwo.normals(5);
        for (int word = 0; word < several.length; word++) {
            assertEquals(ofTwo.normal(word), several[word]);
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
        assertEquals(8.209536151601387, AddressedRandom.normal(0x31628AF67B2131ABL), 1e-14);
        assertEquals(-8.209536151601387, AddressedRandom.normal(0x61C8864680B583EBL), 1e-14);
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

    /**
     * The counts beyond each of 1 to 6 standard deviations, of neighbours on one side of 0, of rises from one number to
     * the next, and of the first 16 bits; of numbers whose addresses differ in one word.
     */
    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void manyNumbers_haveTheCountsOfIndependentOnes(int place) {
        long count = 200_000_000;
        long[] cells = new long[1 << 16];
        long[] beyond = new long[7];
        long rises = 0;
        long sameSide = 0;
        double before = 0;
        long[] address = {7, 7, 7};
        for (long i = 0; i < count; i++) {
            address[place] = i;
            double normal = AddressedRandom.normal(SEED, address);
            cells[(int) (AddressedRandom.bits(SEED, address) >>> 48)]++;
            beyond[Math.min(6, (int) Math.abs(normal))]++;
            rises += normal > before ? 1 : 0;
            sameSide += normal * before > 0 ? 1 : 0;
            before = normal;
        }
        NormalDistribution standard = new NormalDistribution();
        long outside = 0;
        for (int sd = 6; sd >= 1; sd--) {
            outside += beyond[sd];
            assertCount("beyond " + sd, outside, count, 2 * standard.cumulativeProbability(-sd));
        }
        assertCount("same side", sameSide, count - 1, 0.5);
        // The number of rises of n numbers in random order has variance (n + 1)/12.
        assertEquals(count / 2.0, rises, 4.5 * Math.sqrt(count / 12.0), TestSeed.replay());
        double expected = count / (double) cells.length;
        double chiSquare = 0;
        for (long cell : cells) {
            chiSquare += (cell - expected) * (cell - expected) / expected;
        }
        assertEquals(cells.length - 1.0, chiSquare, 4.5 * Math.sqrt(2.0 * cells.length), TestSeed.replay());
    }

    /** Neither as few nor as many come by chance in one of 10⁵ such counts. */
    private static void assertCount(String what, long observed, long tried, double probability) {
        double mean = tried * probability;
        if (mean < 1000) {
            PoissonDistribution count = new PoissonDistribution(mean);
            int found = Math.toIntExact(observed);
            assertTrue(
                    count.cumulativeProbability(found) > 1e-5 && 1 - count.cumulativeProbability(found - 1) > 1e-5,
                    () -> what + ": " + observed + " for " + mean + "; " + TestSeed.replay());
        } else {
            double sd = Math.sqrt(mean * (1 - probability));
            assertEquals(mean, observed, 4.265 * sd, () -> what + "; " + TestSeed.replay());
        }
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
