package io.credence.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.credence.testkit.Repository;
import io.credence.testkit.TestSeed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class RandomUseTest {

    private static final long SEED = TestSeed.of("uses");

    /** A first word of an address outside the register; those of numbers of a whole type are followed by a comma or bracket. */
    private static final Pattern OWN_ADDRESS = Pattern.compile(
            "(Long|Integer)\\.MIN_VALUE \\+|long \\w+ = Long\\.MIN_VALUE;|AddressedRandom\\.\\w+\\(\\w+, -\\d");

    @Test
    void noTwoUses_shareAnAddress() {
        for (RandomUse use : RandomUse.values()) {
            assertTrue(use.sharesAddresses(use), use.name());
            for (RandomUse other : RandomUse.values()) {
                assertEquals(use == other, use.sharesAddresses(other), use + " and " + other);
            }
        }
    }

    @Test
    void noUse_hasTheAddressOfAStep() {
        for (RandomUse use : RandomUse.values()) {
            assertTrue(use.firstAddressWord() < 0, use.name());
        }
        assertTrue(RandomUse.FULL_EVALUATION.firstAddressWord(100) < 0);
    }

    @Test
    void setsOfDraws_areCountedFromTheFirst() {
        long first = RandomUse.MATCHED_MIXTURE.firstAddressWord();
        assertEquals(first, RandomUse.MATCHED_MIXTURE.firstAddressWord(0));
        assertEquals(first + 999, RandomUse.MATCHED_MIXTURE.firstAddressWord(999));
        assertEquals(-9, RandomUse.FULL_EVALUATION.firstAddressWord(8));
        assertThrows(IllegalArgumentException.class, () -> RandomUse.MATCHED_MIXTURE.firstAddressWord(1000));
        assertThrows(IllegalArgumentException.class, () -> RandomUse.MATCHED_MIXTURE.firstAddressWord(-1));
        assertThrows(IllegalArgumentException.class, () -> RandomUse.POLISH.firstAddressWord(1));
    }

    /** In a mixture's draw with a dispersion, the two were one number where ranks were taken. */
    @Test
    void stratumAndDispersion_areDifferentNumbers() {
        long address = RandomUse.CALIBRATION_RANKS.firstAddressWord();
        assertNotEquals(
                AddressedRandom.uniform(SEED, address, 0, NormalDraws.STRATUM),
                AddressedRandom.uniform(SEED, address, 0, NormalDraws.DISPERSION));
    }

    @Test
    void sources_haveNoAddressesOfTheirOwn() throws IOException {
        assertTrue(
                OWN_ADDRESS.matcher("static final long A = Long.MIN_VALUE + 3;").find());
        assertTrue(OWN_ADDRESS.matcher("static final long A = Long.MIN_VALUE;").find());
        assertTrue(OWN_ADDRESS.matcher("AddressedRandom.normal(seed, -4, k)").find());
        List<Path> found = new ArrayList<>();
        for (Path file : Repository.sources()) {
            if (OWN_ADDRESS.matcher(Files.readString(file)).find()) {
                found.add(file.getFileName());
            }
        }
        assertEquals(List.of(Path.of("RandomUse.java")), found);
    }
}
