package io.credence.likelihood.robust;

import io.credence.likelihood.Likelihood;
import io.credence.likelihood.RowLoss;
import io.credence.part.Catalogue;
import io.credence.part.Option;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Catalogue of the losses of generalised variational inference: −log p and its power, the β- and γ-losses of any
 * family, and losses that are no likelihood's.
 */
public final class GeneralisedLosses {

    private static final Option WEIGHT = Option.positiveOrAuto(
            "weight", 1, "by which the loss is multiplied; auto: as the spread of the rows has it");

    /** All losses by name, −log p first. */
    public static final Catalogue<LossPart> ALL = Catalogue.of(
            "loss",
            new LossPart.LossEntry(
                    "log-likelihood", "minus the log likelihood", List.of(), (v, inner) -> inner, true, true, true),
            new LossPart.LossEntry(
                    "power",
                    "a power of the likelihood",
                    List.of(WEIGHT),
                    (v, inner) -> inner.withWeight(v.number("weight")),
                    false,
                    true,
                    true),
            LossPart.of(
                    "beta",
                    "β-loss, a density power that forgives outliers; 1 is minus the log likelihood",
                    (v, inner) -> new RobustLikelihood(inner, RobustForm.BETA, v.number("beta")),
                    Option.positive("beta", 1.5, "order β")),
            LossPart.of(
                    "gamma",
                    "γ-loss, a spherical density power; 1 is minus the log likelihood",
                    (v, inner) -> new RobustLikelihood(inner, RobustForm.GAMMA, v.number("gamma")),
                    Option.positive("gamma", 1.5, "order γ")),
            LossPart.ofDistance(
                    "absolute",
                    "absolute error, for families with identity link",
                    (v, inner) ->
                            ofRealLabels("absolute", new QuantileLoss(0.5, 2), inner).withWeight(v.number("weight")),
                    WEIGHT),
            LossPart.ofDistance(
                    "huber",
                    "squared error that is linear beyond δ, for families with identity link",
                    (v, inner) -> ofRealLabels("huber", new HuberLoss(v.number("delta")), inner)
                            .withWeight(v.number("weight")),
                    Option.positive("delta", 1, "error δ beyond which the loss is linear"),
                    WEIGHT),
            LossPart.ofDistance(
                    "quantile",
                    "pinball loss, for families with identity link",
                    (v, inner) -> ofRealLabels("quantile", new QuantileLoss(v.number("tau"), 1), inner)
                            .withWeight(v.number("weight")),
                    Option.share("tau", 0.5, "the quantile τ"),
                    WEIGHT),
            LossPart.ofDistance(
                    "hinge",
                    "hinge loss, for the families bernoulli and bernoulli-probit",
                    (v, inner) -> hingeLikelihood(inner).withWeight(v.number("weight")),
                    WEIGHT));

    static final String FACTOR_REFUSED =
            "the beta- and gamma-losses require a dispersion that is known or drawn jointly"
                    + " with the coefficients, but found one with a factor of its own: it is not the maximum of any likelihood";

    private GeneralisedLosses() {}

    /**
     * Finds a loss by its name and puts it around a likelihood. The β-loss is that of GVI eq. 44 plus 1/(β − 1) − 1,
     * the γ-loss that of eq. 45 plus γ/(γ − 1): constants that change no posterior and make both −log p at 1, which is
     * allowed.
     *
     * @param given values of the loss's options; the others have their defaults
     * @param inner family of the labels: identity link for absolute, huber and quantile, Bernoulli for hinge
     * @throws IllegalArgumentException where they do not go together, with the reason
     */
    public static Likelihood named(String name, Map<String, Double> given, Likelihood inner) {
        LossPart part = ALL.named(name);
        return part.wrapLikelihood(part.values(given), inner);
    }

    /** Reason why a fit by exact expectations cannot take the loss; null if it can. */
    public static @Nullable String exactRefusal(Likelihood loss, boolean dispersionEstimated) {
        return !loss.takesDispersionFactor() && loss.dispersionName() != null && dispersionEstimated
                ? FACTOR_REFUSED
                : null;
    }

    private static Likelihood ofRealLabels(String kind, RowLoss loss, Likelihood inner) {
        if (!inner.hasIdentityLink() || inner instanceof GibbsLikelihood) {
            throw new IllegalArgumentException("the loss " + kind
                    + " measures a distance of label and predictor: required: a family with identity link, gaussian or"
                    + " student-t, but found " + inner.name());
        }
        return new GibbsLikelihood(kind, loss, false);
    }

    private static Likelihood hingeLikelihood(Likelihood inner) {
        if (inner.outcomeCount() != 2 || inner.classCount() > 0) {
            throw new IllegalArgumentException("the loss hinge is of labels 0 and 1: required: the family bernoulli or"
                    + " bernoulli-probit, but found " + inner.name());
        }
        return new GibbsLikelihood("hinge", new HingeLoss(), true);
    }
}
