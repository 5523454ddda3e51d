package io.credence.loss;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The losses of generalised variational inference, by name: −log p and its power, the β- and γ-losses of any family, and
 * losses that are no likelihood's.
 */
public final class GeneralisedLosses {

    /** Names, as in configuration. */
    public static final List<String> NAMES =
            List.of("log-likelihood", "power", "beta", "gamma", "absolute", "huber", "quantile", "hinge");

    static final String FACTOR_REFUSED =
            "the beta- and gamma-losses require a dispersion that is known or drawn jointly"
                    + " with the coefficients, but found one with a factor of its own: it is not the maximum of any likelihood";

    private GeneralisedLosses() {}

    /** What the hyperparameter of a loss is called in configuration: weight, beta, gamma, delta or tau; null for none. */
    public static @Nullable String hyperparameter(String kind) {
        return switch (kind) {
            case "power" -> "weight";
            case "beta" -> "beta";
            case "gamma" -> "gamma";
            case "huber" -> "delta";
            case "quantile" -> "tau";
            default -> null;
        };
    }

    /**
     * The loss of that name around a likelihood. The β-loss is that of GVI eq. 44 plus 1/(β − 1) − 1, the γ-loss that of
     * eq. 45 plus γ/(γ − 1): constants that change no posterior and make both −log p at 1, which is allowed.
     *
     * @param kind one of {@link #NAMES}
     * @param hyperparameter weight, β, γ, δ &gt; 0 or 0 &lt; τ &lt; 1; ignored by the others
     * @param weight what losses are multiplied by besides, the learning rate; positive
     * @param inner family of the labels: identity link for absolute, huber and quantile, Bernoulli for hinge
     * @throws IllegalArgumentException where they do not go together, with the reason
     */
    public static Likelihood named(String kind, double hyperparameter, double weight, Likelihood inner) {
        WeightedLikelihood.requireWeight(weight);
        Likelihood loss = switch (kind) {
            case "log-likelihood" -> inner;
            case "power" -> weighted(inner, hyperparameter);
            case "beta" -> new RobustLikelihood(inner, RobustForm.BETA, hyperparameter);
            case "gamma" -> new RobustLikelihood(inner, RobustForm.GAMMA, hyperparameter);
            case "absolute" -> real(kind, new QuantileLoss(0.5, 2), inner);
            case "huber" -> real(kind, new HuberLoss(positive("delta", hyperparameter)), inner);
            case "quantile" -> real(kind, new QuantileLoss(share(hyperparameter), 1), inner);
            case "hinge" -> binary(inner);
            default ->
                throw new IllegalArgumentException(
                        "unknown loss '" + kind + "'; required: one of " + String.join(", ", NAMES));
        };
        return weighted(loss, weight);
    }

    /** Why a fit by exact expectations cannot take that loss; null if it can. */
    public static @Nullable String refuseExact(Likelihood loss, boolean dispersionEstimated) {
        Likelihood within = loss instanceof WeightedLikelihood weighted ? weighted.inner() : loss;
        return within instanceof RobustLikelihood && within.dispersionName() != null && dispersionEstimated
                ? FACTOR_REFUSED
                : null;
    }

    /** Why that loss cannot be at a known dispersion: an integral diverges; null if it can. */
    public static @Nullable String refuseDispersion(Likelihood loss, double dispersion) {
        Likelihood within = loss instanceof WeightedLikelihood weighted ? weighted.inner() : loss;
        return within instanceof RobustLikelihood robust ? robust.refuseDispersion(dispersion) : null;
    }

    private static Likelihood weighted(Likelihood loss, double weight) {
        if (weight == 1) {
            return loss;
        }
        return loss instanceof WeightedLikelihood inner
                ? new WeightedLikelihood(inner.inner(), inner.weight() * weight)
                : new WeightedLikelihood(loss, weight);
    }

    private static Likelihood real(String kind, RowLoss loss, Likelihood inner) {
        if (!inner.link().equals("identity") || inner instanceof GibbsLikelihood) {
            throw new IllegalArgumentException("the loss " + kind
                    + " measures a distance of label and predictor: required: a family with identity link, gaussian or"
                    + " student-t, but found " + inner.name());
        }
        return new GibbsLikelihood(kind, loss, false);
    }

    private static Likelihood binary(Likelihood inner) {
        if (!(inner instanceof BernoulliLikelihood)) {
            throw new IllegalArgumentException("the loss hinge is of labels 0 and 1: required: the family bernoulli or"
                    + " bernoulli-probit, but found " + inner.name());
        }
        return new GibbsLikelihood("hinge", new HingeLoss(), true);
    }

    private static double positive(String name, double value) {
        if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(name + " must be positive and finite but was " + value);
        }
        return value;
    }

    private static double share(double tau) {
        if (!(tau > 0 && tau < 1)) {
            throw new IllegalArgumentException("tau must lie between 0 and 1 but was " + tau);
        }
        return tau;
    }
}
