package io.credence.risk;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** The risks of a row that come with Credence. */
public final class RowReductions {

    /** Names, as in configuration. */
    public static final List<String> NAMES =
            List.of("entropic-risk", "mean-variance", "weighted-mean-variance", "conditional-value-at-risk");

    private RowReductions() {}

    /**
     * The risk of that name: entropic-risk (gamma), mean-variance (c), weighted-mean-variance (c, ¼ if not given) or
     * conditional-value-at-risk (level).
     *
     * @throws IllegalArgumentException if the name or a hyperparameter is unknown, missing or out of range
     */
    public static RowReduction named(String kind, Map<String, Double> hyperparameters) {
        return switch (kind) {
            case "entropic-risk" -> new EntropicRisk(only("gamma", kind, hyperparameters));
            case "mean-variance" -> new MeanVariance(only("c", kind, hyperparameters));
            case "weighted-mean-variance" ->
                hyperparameters.isEmpty()
                        ? new WeightedMeanVariance()
                        : new WeightedMeanVariance(only("c", kind, hyperparameters));
            case "conditional-value-at-risk" -> new ConditionalValueAtRisk(only("level", kind, hyperparameters));
            default ->
                throw new IllegalArgumentException(
                        "unknown risk '" + kind + "': required one of " + String.join(", ", NAMES));
        };
    }

    private static double only(String name, String kind, Map<String, Double> hyperparameters) {
        Double value = hyperparameters.get(name);
        if (value == null || !hyperparameters.keySet().equals(Set.of(name))) {
            throw new IllegalArgumentException("the risk " + kind + " requires the hyperparameter " + name
                    + " and no other, found " + hyperparameters.keySet());
        }
        return value;
    }
}
