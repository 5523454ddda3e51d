package io.credence.result;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.family.GaussianFactor;
import io.credence.prior.PosteriorFactors;
import io.credence.prior.PosteriorFactors.DayFactor;
import io.credence.testkit.TestSeed;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sites as bytes: whole and beside their own posterior, or refused. */
class PartitionFactorsFileTest {

    private static final String DIGEST = "sha256:of the posterior";

    private final Random random = new Random(TestSeed.get());
    private final PosteriorFactors sites = new PosteriorFactors(
            List.of("(Intercept)", "größe"),
            site(),
            List.of(
                    new DayFactor("2026-03-01", "sha256:a", 100, site()),
                    new DayFactor("2026-03-02", "", 1L << 40, site())));

    private GaussianFactor site() {
        return new GaussianFactor(
                random.doubles(2, -1e9, 1e9).toArray(), random.doubles(3, -1, 1).toArray());
    }

    @Test
    void whatIsRead_hasTheSameBits() {
        PosteriorFactors read = PartitionFactorsFile.read(PartitionFactorsFile.write(sites, DIGEST), DIGEST);
        assertEquals(sites.names(), read.names());
        assertEquals(sites.dayNames(), read.dayNames());
        for (int k = 0; k < 2; k++) {
            DayFactor before = sites.dayFactors().get(k);
            DayFactor after = read.dayFactors().get(k);
            assertEquals(before.fingerprint(), after.fingerprint());
            assertEquals(before.rows(), after.rows());
            assertArrayEquals(before.factor().linear(), after.factor().linear());
            assertArrayEquals(before.factor().precision(), after.factor().precision());
        }
        assertArrayEquals(sites.prior().precision(), read.prior().precision());
    }

    @Test
    void everyChangedByteAndEveryCut_isRefused() {
        byte[] whole = PartitionFactorsFile.write(sites, DIGEST);
        for (int at = 0; at < whole.length; at++) {
            byte[] changed = whole.clone();
            changed[at] ^= 4;
            assertRefused("is not whole", changed);
            assertRefused("is not whole", Arrays.copyOf(whole, at));
        }
    }

    @Test
    void sitesOfAnotherPosterior_areRefused() {
        byte[] other = PartitionFactorsFile.write(sites, "sha256:of another");
        assertRefused("another posterior beside it: required " + DIGEST + ", found sha256:of another", other);
    }

    private static void assertRefused(String part, byte[] bytes) {
        String message = assertThrows(IllegalArgumentException.class, () -> PartitionFactorsFile.read(bytes, DIGEST))
                .getMessage();
        assertTrue(message.contains(part), message);
    }

    @Test
    void numbersAndNamesThatCannotBe_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> new GaussianFactor(new double[2], new double[4]));
        assertThrows(
                IllegalArgumentException.class, () -> new GaussianFactor(new double[] {Double.NaN}, new double[1]));
        DayFactor day = sites.dayFactors().get(0);
        assertThrows(
                IllegalArgumentException.class,
                () -> new PosteriorFactors(sites.names(), sites.prior(), List.of(day, day)));
        assertThrows(
                IllegalArgumentException.class,
                () -> new PosteriorFactors(List.of("a", "a"), sites.prior(), List.of()));
    }
}
