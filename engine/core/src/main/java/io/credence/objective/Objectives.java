package io.credence.objective;

import io.credence.part.Catalogue;
import io.credence.part.Option;
import java.util.Map;

/** The objectives of importance weights that come with Credence. */
public final class Objectives {

    /** Catalogue of all of them. */
    public static final Catalogue<ObjectivePart> ALL = Catalogue.of(
            "objective",
            ObjectivePart.of(
                    "eubo", "evidence upper bound, the inclusive Kullback–Leibler divergence", v -> new DrawnEubo()),
            ObjectivePart.of(
                    "chivi",
                    "χ upper bound of the evidence",
                    v -> PowerMean.chivi(v.number("order")),
                    Option.number("order", 2, "a number above 1", n -> n > 1, "order n of the χ divergence")),
            ObjectivePart.of(
                    "renyi",
                    "Rényi bound of the evidence",
                    v -> v.number("alpha") == 1 ? new DrawnElbo() : PowerMean.renyi(v.number("alpha")),
                    Option.number("alpha", 0.5, "order α; 1 is the ELBO")),
            ObjectivePart.of(
                    "iwae",
                    "importance-weighted bound of the evidence",
                    v -> v.whole("draws") == 1 ? new DrawnElbo() : PowerMean.iwae(v.whole("draws")),
                    Option.whole("draws", 5, 1, "draws in a group; 1 is the ELBO")),
            ObjectivePart.of(
                    "tail-adaptive",
                    "f-divergence that adapts to the tail of the importance weights",
                    v -> new TailAdaptive()));

    private Objectives() {}

    /**
     * The objective with the given name.
     *
     * @param given values of its options; the others have their defaults
     * @throws IllegalArgumentException if the name or an option is unknown or out of range
     */
    public static Objective named(String name, Map<String, Double> given) {
        ObjectivePart part = ALL.named(name);
        return part.objective(part.values(given));
    }
}
