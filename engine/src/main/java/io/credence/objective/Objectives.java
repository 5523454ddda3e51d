package io.credence.objective;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** The objectives of importance weights that come with Credence. */
public final class Objectives {

    /** Names, as in configuration. */
    public static final List<String> NAMES = List.of("elbo", "eubo", "chivi", "renyi", "iwae", "tail-adaptive");

    private Objectives() {}

    /**
     * The objective of that name: elbo, eubo, chivi (order, 2 if not given), renyi (alpha; 1 is elbo), iwae (draws; 1 is
     * elbo) or tail-adaptive.
     *
     * @throws IllegalArgumentException if the name or a hyperparameter is unknown, missing or out of range
     */
    public static Objective named(String kind, Map<String, Double> hyperparameters) {
        return switch (kind) {
            case "elbo" -> plain(kind, hyperparameters, new DrawnElbo());
            case "eubo" -> plain(kind, hyperparameters, new DrawnEubo());
            case "tail-adaptive" -> plain(kind, hyperparameters, new TailAdaptive());
            case "chivi" -> PowerMean.chivi(hyperparameters.isEmpty() ? 2 : only("order", kind, hyperparameters));
            case "renyi" -> renyi(only("alpha", kind, hyperparameters));
            case "iwae" -> iwae(whole(only("draws", kind, hyperparameters)));
            default ->
                throw new IllegalArgumentException(
                        "unknown objective '" + kind + "': required one of " + String.join(", ", NAMES));
        };
    }

    private static Objective renyi(double alpha) {
        return alpha == 1 ? new DrawnElbo() : PowerMean.renyi(alpha);
    }

    private static Objective iwae(int draws) {
        return draws == 1 ? new DrawnElbo() : PowerMean.iwae(draws);
    }

    private static int whole(double draws) {
        if (draws != Math.rint(draws) || draws < 1 || draws > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "draws of the objective iwae must be a whole number of at least 1 but was " + draws);
        }
        return (int) draws;
    }

    private static Objective plain(String kind, Map<String, Double> hyperparameters, Objective objective) {
        if (!hyperparameters.isEmpty()) {
            throw new IllegalArgumentException(
                    "the objective " + kind + " has no hyperparameters, found " + hyperparameters.keySet());
        }
        return objective;
    }

    private static double only(String name, String kind, Map<String, Double> hyperparameters) {
        Double value = hyperparameters.get(name);
        if (value == null || !hyperparameters.keySet().equals(Set.of(name))) {
            throw new IllegalArgumentException("the objective " + kind + " requires the hyperparameter " + name
                    + " and no other, found " + hyperparameters.keySet());
        }
        return value;
    }
}
