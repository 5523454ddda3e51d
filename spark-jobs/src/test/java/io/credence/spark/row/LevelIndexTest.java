package io.credence.spark.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;

class LevelIndexTest {

    @Test
    void levels_areFoundByTheirTexts() {
        List<String> levels =
                IntStream.range(0, 5_000).mapToObj(i -> "level " + i).toList();
        LevelIndex index = LevelIndex.of(levels);
        assertEquals(4_321, index.of(UTF8String.fromString("level 4321")));
        assertEquals(-1, index.of(UTF8String.fromString("level 5000")));
    }

    /** No seed tells them apart: the search for one would have no end. */
    @Test
    void aLevelThatIsThereTwice_isRefused() {
        for (List<String> levels : List.of(List.of("a", "b", "a"), List.of("\ud800", "?"))) {
            String message = assertThrows(IllegalArgumentException.class, () -> LevelIndex.of(levels))
                    .getMessage();
            assertTrue(message.startsWith("levels must differ but the numbers 1 and "), message);
        }
    }
}
