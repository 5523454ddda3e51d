package io.credence.report.page;

import io.credence.result.SavedReport.SavedBound;
import java.util.Map;

/** Names of bounds of the log evidence, for display. */
final class BoundName {

    private static final Map<String, String> NAMES =
            Map.of("elbo", "ELBO", "eubo", "EUBO", "cubo2", "CUBO₂", "logEvidence", "log evidence");

    private BoundName() {}

    static String of(SavedBound bound) {
        return NAMES.getOrDefault(
                bound.name(), bound.name().replace("renyi ", "Rényi α = ").replace("-", "−"));
    }
}
