package io.credence.benchmark;

import io.credence.Inference;
import io.credence.divergence.Divergences;
import io.credence.part.Option;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A divergence by its kind.
 *
 * @param kind as in a configuration
 * @param orders values of its options, in their order
 */
record DivergenceChoice(String kind, double... orders) {

    /** Its name in reports. */
    String label() {
        return Divergences.named(kind, orders).name();
    }

    /** What {@code problem} requests, with the expected loss and this divergence. */
    Inference of(Inference problem) {
        List<Option> options = Divergences.ALL.named(kind).options();
        Map<String, Object> keys = new LinkedHashMap<>(Map.of("divergence.kind", kind));
        for (int k = 0; k < orders.length; k++) {
            keys.put("divergence." + options.get(k).name(), orders[k]);
        }
        return problem.objective("gvi", keys);
    }
}
