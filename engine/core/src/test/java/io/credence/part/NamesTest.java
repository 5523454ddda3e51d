package io.credence.part;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class NamesTest {

    @Test
    void without_keepsTheOrderAndWhatIsThereTwice() {
        assertEquals(List.of("c", "a", "a"), Names.without(List.of("c", "b", "a", "d", "a"), List.of("d", "b", "e")));
    }

    @Test
    void indices_areThoseOfTheFirstOfEqualNames() {
        assertArrayEquals(new int[] {2, -1, 0, 0}, Names.indices(List.of("b", "c", "a", "a"), List.of("a", "a", "b")));
    }
}
