package io.credence.likelihood.robust;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.DelegatingLikelihood;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.RowLoss;
import io.credence.statistics.PassStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Likelihood whose rows enter by the β- or γ-loss (GVI eq. 44 and 45) instead of −log p; above order 1 a row that the
 * model finds impossible has a bounded influence. The name, the labels, the dispersion and the predictions are those of
 * the likelihood within. Refused are orders at which the loss, or its expectation under every normal posterior, is
 * infinite.
 *
 * @param inner the likelihood
 * @param form which loss
 * @param order β or γ
 */
public record RobustLikelihood(Likelihood inner, RobustForm form, double order) implements DelegatingLikelihood {

    public RobustLikelihood {
        if (!(order > 0) || order == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(
                    "the " + form.id() + "-loss requires a positive, finite " + form.id() + " but found " + order);
        }
        if (inner instanceof DelegatingLikelihood around
                && around.name().equals(around.inner().name())) {
            throw new IllegalArgumentException(
                    "the " + form.id() + "-loss is of a density: required: a likelihood itself, but"
                            + " found another loss around the family " + inner.name());
        }
        if (!(inner instanceof PoweredLikelihood powered)) {
            throw new IllegalArgumentException("no integral of powers is known for the family '" + inner.name() + "'");
        }
        double least = powered.leastOrder();
        if (!(order >= least) || (powered.isAboveLeastOrder() && order <= least)) {
            throw new IllegalArgumentException("the " + form.id() + "-loss of the family " + inner.name() + " requires "
                    + (powered.isAboveLeastOrder() ? "more than " : "at least ") + least + " but found " + order
                    + ": below, its expected value is infinite");
        }
    }

    private PoweredLikelihood powered() {
        return (PoweredLikelihood) inner;
    }

    @Override
    public double accuracy() {
        return Math.max(inner.accuracy(), powered().robustAccuracy());
    }

    @Override
    public boolean takesDispersionFactor() {
        return false;
    }

    @Override
    public @Nullable String refuseDispersion(double dispersion) {
        return powered().refuseDispersion(form, order, dispersion);
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        if (dispersionName() != null && !scale.isKnown()) {
            throw new IllegalArgumentException(GeneralisedLosses.FACTOR_REFUSED);
        }
        return order == 1 ? inner.loss(scale) : powered().robustLoss(form, order, scale.mean());
    }

    @Override
    public DispersionPosterior target(
            DispersionPosterior current, PassStatistics sums, double weight, DispersionPosterior.InverseGamma prior) {
        if (current.isKnown()) {
            return current;
        }
        throw new IllegalArgumentException(GeneralisedLosses.FACTOR_REFUSED);
    }
}
