package io.credence.report.page;

import java.util.Map;

/** Names of bounds of the log evidence, for display. */
final class BoundName {

    private static final Map<String, String> NAMES =
            Map.of("elbo", "ELBO", "eubo", "EUBO", "cubo2", "CUBO₂", "logEvidence", "log evidence");

    private BoundName() {}

    static String of(String bound) {
        return NAMES.getOrDefault(bound, bound.replace("renyi ", "Rényi α = ").replace("-", "−"));
    }
}
