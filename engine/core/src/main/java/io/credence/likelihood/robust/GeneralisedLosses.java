package io.credence.likelihood.robust;

import io.credence.likelihood.Likelihood;
import io.credence.likelihood.RowLoss;
import io.credence.part.Catalogue;
import io.credence.part.Option;
import io.credence.quadrature.NormalRamp;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Catalogue of the losses of generalised variational inference. They are −log p and its power, the β- and γ-losses of
 * any family, and losses that belong to no likelihood.
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
                    (v, inner) -> ofRealLabels("absolute", new QuantileLoss(0.5, 2), inner)
                            .withWeight(v.number("weight")),
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
     * Finds a loss by its name and applies it to a likelihood. The β-loss is that of GVI eq. 44 plus 1/(β − 1) − 1, the
     * γ-loss that of eq. 45 plus γ/(γ − 1): constants that change no posterior and make both −log p at 1, which is
     * allowed.
     *
     * @param given values of the loss's options; the others have their defaults
     * @param inner family of the labels: identity link for absolute, huber and quantile, Bernoulli for hinge
     * @throws IllegalArgumentException where they do not go together, with the reason
     */
    public static Likelihood wrapLikelihood(String name, Map<String, Double> given, Likelihood inner) {
        LossPart part = ALL.named(name);
        return part.wrapLikelihood(part.values(given), inner);
    }

    /** Reason why a fit by exact expectations cannot use the loss; null if it can. */
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

    /** Hinge loss max(0, 1 − tη), t = −1 for label 0 and 1 for label 1. */
    static final class HingeLoss extends NonsmoothLoss {

        private static final long serialVersionUID = 1;

        @Override
        void expectAt(double label, double mean, double sd, double[] out) {
            double sign = label > 0.5 ? 1 : -1;
            double gap = 1 - sign * mean;
            out[0] = NormalRamp.expectedRamp(gap, sd);
            out[1] = -sign * NormalRamp.probabilityPositive(gap, sd);
            out[2] = NormalRamp.densityAtZero(gap, sd);
        }
    }

    /** Huber's loss ½(y − η)² within δ and δ|y − η| − ½δ² beyond. Its curvature at a certain corner is one half. */
    static final class HuberLoss extends NonsmoothLoss {

        private static final long serialVersionUID = 1;

        private final double delta;

        /**
         * Loss with the given threshold.
         *
         * @param delta δ, positive
         */
        HuberLoss(double delta) {
            this.delta = delta;
        }

        /**
         * Writes the expectations in terms of E ½max(x ± δ, 0)². By symmetry the predictor is taken to the negative
         * side, where these are small.
         */
        @Override
        void expectAt(double label, double mean, double sd, double[] out) {
            double excess = mean - label;
            double x = -Math.abs(excess);
            double slope;
            if (x >= -delta) {
                out[0] = 0.5 * (x * x + sd * sd)
                        - NormalRamp.expectedHalfSquaredRamp(x - delta, sd)
                        - NormalRamp.expectedHalfSquaredRamp(-x - delta, sd);
                slope = x - NormalRamp.expectedRamp(x - delta, sd) + NormalRamp.expectedRamp(-x - delta, sd);
            } else {
                out[0] = NormalRamp.expectedHalfSquaredRamp(x + delta, sd)
                        - NormalRamp.expectedHalfSquaredRamp(x - delta, sd)
                        - delta * (x + 0.5 * delta);
                slope = NormalRamp.expectedRamp(x + delta, sd) - NormalRamp.expectedRamp(x - delta, sd) - delta;
            }
            out[1] = excess > 0 ? -slope : slope;
            out[2] = NormalRamp.probabilityPositive(x + delta, sd) - NormalRamp.probabilityPositive(x - delta, sd);
        }
    }

    /**
     * Pinball loss of the quantile τ: τ(y − η) for y above η, and (1 − τ)(η − y) for y below. It is computed as max(η −
     * y, 0) − τ(η − y). At a predictor without variance its curvature is 0, and its slope at the corner ½ − τ.
     */
    static final class QuantileLoss extends NonsmoothLoss {

        private static final long serialVersionUID = 1;

        private final double tau;
        private final double factor;

        /**
         * Pinball loss times a factor.
         *
         * @param tau τ, between 0 and 1
         * @param factor multiplier of the loss
         */
        QuantileLoss(double tau, double factor) {
            this.tau = tau;
            this.factor = factor;
        }

        @Override
        void expectAt(double label, double mean, double sd, double[] out) {
            double excess = mean - label;
            // The side on which the ramp is small, so that nothing cancels.
            double value = excess > 0
                    ? NormalRamp.expectedRamp(-excess, sd) + (1 - tau) * excess
                    : NormalRamp.expectedRamp(excess, sd) - tau * excess;
            out[0] = factor * value;
            out[1] = factor * (NormalRamp.probabilityPositive(excess, sd) - tau);
            out[2] = factor * NormalRamp.densityAtZero(excess, sd);
        }
    }
}
