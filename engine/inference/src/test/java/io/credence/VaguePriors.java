package io.credence;

import java.util.Map;

/** Fits whose posterior is nearly the likelihood, to be held against estimates of maximum likelihood. */
final class VaguePriors {

    private VaguePriors() {}

    /** Of a family, with coefficients of prior sd 100. */
    static Inference of(String family, Map<String, ?> settings) {
        Inference requested = Inference.of(family).kernel("java").prior("normal", Map.of("sd", 100));
        for (Map.Entry<String, ?> each : settings.entrySet()) {
            requested = requested.with(each.getKey(), each.getValue());
        }
        return requested;
    }

    /** The same of an estimated dispersion. */
    static Map<String, Object> dispersion() {
        return Map.of("prior.dispersion.shape", 1e-3, "prior.dispersion.scale", 1e-3);
    }
}
