package io.credence.loss;

import io.credence.family.ScaleFactor;
import io.credence.statistics.PassStatistics;
import org.jspecify.annotations.Nullable;

/**
 * A likelihood whose rows are judged by the β- or γ-loss (GVI eq. 44 and 45) instead of −log p; above order 1 a row that the
 * model finds impossible has a bounded influence. It keeps the name, the labels, the dispersion and the predictions of the
 * likelihood within. Refused are orders at which the loss, or its expectation under every normal posterior, is infinite.
 *
 * @param inner the likelihood
 * @param form which loss
 * @param order β or γ
 */
record RobustLikelihood(Likelihood inner, RobustForm form, double order) implements LikelihoodAround {

    RobustLikelihood {
        if (!(order > 0) || order == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(
                    "the " + form.id() + "-loss requires a positive, finite " + form.id() + " but found " + order);
        }
        if (inner instanceof RobustLikelihood || inner instanceof WeightedLikelihood) {
            throw new IllegalArgumentException(
                    "the " + form.id() + "-loss is of a density: required: a likelihood itself, but"
                            + " found another loss around the family " + inner.name());
        }
        double least = leastOrder(inner);
        if (!(order >= least) || (inner instanceof StudentLikelihood && order <= least)) {
            throw new IllegalArgumentException("the " + form.id() + "-loss of the family " + inner.name() + " requires "
                    + (inner instanceof StudentLikelihood ? "more than " : "at least ") + least + " but found " + order
                    + ": below, its expected value is infinite");
        }
    }

    private static double leastOrder(Likelihood inner) {
        return switch (inner.name()) {
            case "gaussian", "bernoulli", "negative-binomial", "softmax" -> 0;
            case "bernoulli-probit", "poisson", "gamma" -> 1;
            case "student-t" -> 1 / (((StudentLikelihood) inner).degreesOfFreedom() + 1);
            default ->
                throw new IllegalArgumentException(
                        "no integral of powers is known for the family '" + inner.name() + "'");
        };
    }

    @Override
    public double accuracy() {
        return Math.max(inner.accuracy(), inner instanceof GaussianLikelihood ? 0 : 1e-11);
    }

    /** Why that dispersion cannot be: the integral of the power diverges; null if it can. */
    @Nullable
    String refuseDispersion(double dispersion) {
        return inner instanceof GammaLikelihood && order * (1 / dispersion - 1) + 1 <= 0
                ? "the " + form.id() + "-loss of the family gamma requires a dispersion below " + order / (order - 1)
                        + " but found " + dispersion + ": the integral of the density's power diverges"
                : null;
    }

    @Override
    public RowLoss loss(ScaleFactor scale) {
        if (dispersionName() != null && !(scale instanceof ScaleFactor.Known)) {
            throw new IllegalArgumentException(GeneralisedLosses.FACTOR_REFUSED);
        }
        if (order == 1) {
            return inner.loss(scale);
        }
        double dispersion = scale.mean();
        return switch (inner.name()) {
            case "gaussian" -> new GaussianRobustLoss(form, order, dispersion);
            case "softmax" -> new SoftmaxRobustLoss(form, order, predictors() + 1);
            case "bernoulli" -> new RobustLoss(form, order, new BernoulliPowers(false, order));
            case "bernoulli-probit" -> new RobustLoss(form, order, new BernoulliPowers(true, order));
            case "poisson" -> new RobustLoss(form, order, new PoissonPowers(order));
            case "gamma" -> new RobustLoss(form, order, new GammaPowers(1 / dispersion, order));
            case "negative-binomial" -> new RobustLoss(form, order, new NegativeBinomialPowers(1 / dispersion, order));
            default ->
                new RobustLoss(
                        form,
                        order,
                        new StudentPowers(((StudentLikelihood) inner).degreesOfFreedom(), dispersion, order));
        };
    }

    @Override
    public ScaleFactor target(ScaleFactor current, PassStatistics sums, double weight, ScaleFactor.InverseGamma prior) {
        if (current instanceof ScaleFactor.Known) {
            return current;
        }
        throw new IllegalArgumentException(GeneralisedLosses.FACTOR_REFUSED);
    }
}
