package io.credence.risk;

import io.credence.part.Catalogue;
import io.credence.part.Option;

/** Catalogue of the risks of a row that come with Credence. */
public final class Risks {

    private static final Option GAMMA = Option.positive("gamma", 1, "aversion γ; towards 0 the mean");
    private static final Option C = Option.positive("c", 0.5, "weight of the variance");

    /** All risks, by name. */
    public static final Catalogue<RiskPart> ALL = Catalogue.of(
            "risk",
            RiskPart.of(
                    "entropic-risk",
                    "minus the log mean exponential of minus a row's loss",
                    v -> new EntropicRisk(v.number("gamma")),
                    GAMMA),
            RiskPart.of(
                    "mean-variance",
                    "mean of a row's loss minus its variance",
                    v -> new MeanVariance(v.number("c")),
                    C),
            RiskPart.of(
                    "weighted-mean-variance",
                    "the same with a variance of bounded weights",
                    v -> new WeightedMeanVariance(v.number("c")),
                    C),
            RiskPart.of(
                    "density-variance",
                    "mean of a row's loss minus the variance of its density, relative to the largest (PAC²)",
                    v -> new DensityVariance(v.number("c")),
                    C),
            RiskPart.ofLogRatios(
                    "black-box-alpha",
                    "of networks: energy of tied sites, between the ELBO (α near 0) and expectation propagation",
                    v -> new EntropicRisk(v.number("alpha")),
                    Option.positive("alpha", 0.5, "power α of a site")),
            RiskPart.of(
                    "conditional-value-at-risk",
                    "mean of the smallest losses of a row",
                    v -> new ConditionalValueAtRisk(v.number("level")),
                    Option.number(
                            "level",
                            0.1,
                            "a number above 0, at most 1",
                            x -> x > 0 && x <= 1,
                            "share of the draws that counts; 1 is the mean")),
            RiskPart.of(
                    "monotone-mean-variance",
                    "optimised certainty equivalent of a quadratic where it increases",
                    v -> new CertaintyEquivalent(new Distortion.MonotoneQuadratic(v.number("c"))),
                    C));

    private Risks() {}
}
