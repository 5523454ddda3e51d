package io.credence.config;

import java.util.List;
import java.util.Map;

/**
 * What is minimised.
 *
 * @param kind elbo, gvi, an objective of importance weights, or a risk of the rows
 * @param hyperparameters of that kind, by name
 * @param loss loss of a row
 * @param divergence distance from the prior, where the kind has one
 * @param temperature by which the divergence of a risk is divided
 */
public record ObjectiveConfig(
        String kind, Map<String, Double> hyperparameters, Part loss, Part divergence, double temperature) {

    /** Objectives of the draws' importance weights. */
    public static final List<String> WEIGHTED = List.of("eubo", "chivi", "renyi", "iwae", "tail-adaptive");

    /** Risks of a row over the draws. */
    public static final List<String> RISKS =
            List.of("entropic-risk", "mean-variance", "weighted-mean-variance", "conditional-value-at-risk");

    static final List<String> LOSSES =
            List.of("log-likelihood", "power", "beta", "gamma", "absolute", "huber", "quantile", "hinge");
    static final List<String> DIVERGENCES =
            List.of("kl", "weighted-kl", "alpha", "renyi", "beta", "gamma", "alpha-beta-gamma");

    /**
     * A loss or a divergence.
     *
     * @param kind name
     * @param hyperparameters by name
     */
    public record Part(String kind, Map<String, Double> hyperparameters) {}

    /** Whether the ELBO is what is maximised. */
    public boolean isElbo() {
        return (kind.equals("elbo") || kind.equals("gvi"))
                && isLikelihood()
                && divergence.kind().equals("kl");
    }

    /** Whether the loss is the negative log likelihood. */
    public boolean isLikelihood() {
        return loss.kind().equals("log-likelihood");
    }

    /** Whether it is an objective of importance weights. */
    public boolean isWeighted() {
        return WEIGHTED.contains(kind);
    }

    /** Whether it is a risk of each row over the draws. */
    public boolean isRisk() {
        return RISKS.contains(kind);
    }
}
