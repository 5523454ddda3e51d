package io.credence.testkit;

import java.util.List;
import java.util.Map;

/** Options that posterior families require, for tests that fit all families in three dimensions. */
public final class FamilyOptions {

    private static final Map<String, Map<String, Object>> OPTIONS = Map.of(
            "gaussian-block",
            Map.of("blocks", List.of(1, 2)),
            "gaussian-low-rank",
            Map.of("rank", 2),
            "gaussian-mixture",
            Map.of("components", 2),
            "planar-flow",
            Map.of("layers", 2),
            "product",
            Map.of(
                    "factors",
                    List.of(
                            Map.of("size", 1, "family", "gaussian-full"),
                            Map.of("size", 2, "family", "student-t-full"))));

    private FamilyOptions() {}

    /** Options of a family; none for most families. */
    public static Map<String, Object> of(String family) {
        return OPTIONS.getOrDefault(family, Map.of());
    }
}
