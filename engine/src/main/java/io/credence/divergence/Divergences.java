package io.credence.divergence;

import java.util.List;

/** The divergences by their names in configuration. */
public final class Divergences {

    /** All names. */
    public static final List<String> KINDS =
            List.of("kl", "weighted-kl", "alpha", "renyi", "beta", "gamma", "alpha-beta-gamma");

    private Divergences() {}

    /**
     * The divergence of that kind: {@code kl}, {@code weighted-kl} (w), {@code alpha} (α), {@code renyi} (α), {@code beta} (β),
     * {@code gamma} (γ) or {@code alpha-beta-gamma} (α, β, r).
     *
     * @throws IllegalArgumentException for other kinds, a wrong number of hyperparameters, or ones that are out of range
     */
    public static Divergence named(String kind, double... hyperparameters) {
        requireCount(kind, hyperparameters.length);
        return switch (kind) {
            case "kl" -> KullbackLeibler.PLAIN;
            case "weighted-kl" -> new KullbackLeibler(hyperparameters[0]);
            case "alpha" -> new AlphaDivergence(hyperparameters[0]);
            case "renyi" -> new RenyiDivergence(hyperparameters[0]);
            case "beta" -> new BetaDivergence(hyperparameters[0]);
            case "gamma" -> new GammaDivergence(hyperparameters[0]);
            default -> new AlphaBetaGammaDivergence(hyperparameters[0], hyperparameters[1], hyperparameters[2]);
        };
    }

    private static void requireCount(String kind, int found) {
        if (!KINDS.contains(kind)) {
            throw new IllegalArgumentException("a divergence must be one of " + KINDS + " but was \"" + kind + "\"");
        }
        int required = kind.equals("kl") ? 0 : kind.equals("alpha-beta-gamma") ? 3 : 1;
        if (found != required) {
            throw new IllegalArgumentException(
                    "the divergence " + kind + " requires " + required + " hyperparameters but found " + found);
        }
    }
}
