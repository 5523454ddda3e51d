package io.credence.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class RecordHeaderTest {

    @Test
    void components_areCountedOutsideOfBrackets() {
        String source = """
                public record Pair<A, B extends List<A>>(Map<A, B> both, @Nullable String name) {
                    record None() {}
                    private record Range(@Bound(from = 1, to = 2) double[] low, double @Nullable [] high,
                            List<Map<A, B>> all) {}
                }
                """;
        assertEquals(
                List.of(new RecordHeader("Pair", 2), new RecordHeader("None", 0), new RecordHeader("Range", 3)),
                RecordHeader.in(source));
    }
}
