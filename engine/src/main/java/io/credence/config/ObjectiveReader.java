package io.credence.config;

import io.credence.config.ObjectiveConfig.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the section objective: a kind, a loss and a divergence, each with the hyperparameters that it has. */
final class ObjectiveReader {

    private static final Map<String, List<String>> KINDS = Map.of(
            "chivi", List.of("order"),
            "renyi", List.of("alpha"),
            "iwae", List.of("draws"),
            "entropic-risk", List.of("gamma"),
            "mean-variance", List.of("c"),
            "weighted-mean-variance", List.of("c"),
            "conditional-value-at-risk", List.of("level"));
    private static final Map<String, List<String>> LOSSES = Map.of(
            "power", List.of("weight"),
            "beta", List.of("beta"),
            "gamma", List.of("gamma"),
            "absolute", List.of("weight"),
            "huber", List.of("delta", "weight"),
            "quantile", List.of("tau", "weight"),
            "hinge", List.of("weight"));
    private static final Map<String, List<String>> DIVERGENCES = Map.of(
            "weighted-kl", List.of("weight"),
            "alpha", List.of("alpha"),
            "renyi", List.of("alpha"),
            "beta", List.of("beta"),
            "gamma", List.of("gamma"),
            "alpha-beta-gamma", List.of("alpha", "beta", "r"));

    private final Settings settings;
    private final Notes notes;

    ObjectiveReader(Settings settings, Notes notes) {
        this.settings = settings;
        this.notes = notes;
    }

    ObjectiveConfig read() {
        List<String> kinds = new ArrayList<>(List.of("elbo", "gvi"));
        kinds.addAll(ObjectiveConfig.WEIGHTED);
        kinds.addAll(ObjectiveConfig.RISKS);
        String kind = settings.choice("objective.kind", kinds);
        boolean general = kind.equals("gvi");
        boolean risk = ObjectiveConfig.RISKS.contains(kind);
        Part loss = part("objective.loss", ObjectiveConfig.LOSSES, LOSSES, general || risk, kind);
        Part divergence = part("objective.divergence", ObjectiveConfig.DIVERGENCES, DIVERGENCES, general, kind);
        idle("objective", KINDS, kind);
        double temperature = settings.positive("objective.temperature");
        notes.unless(risk, "objective.temperature", "only a risk of the rows has a temperature");
        return new ObjectiveConfig(
                kind, numbers("objective", KINDS.getOrDefault(kind, List.of())), loss, divergence, temperature);
    }

    private Part part(String section, List<String> names, Map<String, List<String>> all, boolean chosen, String kind) {
        String name = settings.choice(section + ".kind", names);
        String plain = names.get(0);
        if (!chosen && !name.equals(plain)) {
            throw settings.refuse(
                    section + ".kind",
                    "does not go with objective.kind = " + kind,
                    plain + ", or objective.kind = gvi");
        }
        idle(section, all, name);
        return new Part(name, numbers(section, all.getOrDefault(name, List.of())));
    }

    private Map<String, Double> numbers(String section, List<String> keys) {
        Map<String, Double> numbers = new LinkedHashMap<>();
        keys.forEach(key -> numbers.put(key, settings.number(section + "." + key)));
        return numbers;
    }

    /** Notes the hyperparameters of other kinds that were set. */
    private void idle(String section, Map<String, List<String>> all, String kind) {
        List<String> own = all.getOrDefault(kind, List.of());
        all.values().stream()
                .flatMap(List::stream)
                .distinct()
                .filter(key -> !own.contains(key))
                .sorted()
                .forEach(key -> notes.unless(false, section + "." + key, kind + " has no such hyperparameter"));
    }
}
