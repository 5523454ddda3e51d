package io.credence.likelihood.robust;

import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.DelegatingLikelihood;
import io.credence.likelihood.Likelihood;
import io.credence.likelihood.RowLoss;
import io.credence.statistics.PassStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Likelihood whose rows enter by the β- or γ-loss (GVI eq. 44 and 45) instead of −log p. Above order 1 a row that the
 * model finds impossible has a bounded influence. The name, the labels, the dispersion and the predictions are those of
 * the likelihood within. Refused are orders at which the loss, or its expectation under every normal posterior, is
 * infinite.
 *
 * @param baseLikelihood the likelihood
 * @param form which loss
 * @param order β or γ
 */
public record RobustLikelihood(Likelihood baseLikelihood, RobustForm form, double order)
        implements DelegatingLikelihood {

    public RobustLikelihood {
        if (!(order > 0) || order == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("the " + form.configurationName() + "-loss requires a positive, finite "
                    + form.configurationName() + " but found " + order);
        }
        if (baseLikelihood instanceof DelegatingLikelihood around
                && around.name().equals(around.baseLikelihood().name())) {
            throw new IllegalArgumentException(
                    "the " + form.configurationName() + "-loss is of a density: required: a likelihood itself, but"
                            + " found another loss around the family " + baseLikelihood.name());
        }
        if (!(baseLikelihood instanceof PoweredLikelihood powered)) {
            throw new IllegalArgumentException(
                    "no integral of powers is known for the family '" + baseLikelihood.name() + "'");
        }
        double least = powered.leastOrder();
        if (!(order >= least) || (powered.leastOrderIsExcluded() && order <= least)) {
            throw new IllegalArgumentException("the " + form.configurationName() + "-loss of the family "
                    + baseLikelihood.name() + " requires "
                    + (powered.leastOrderIsExcluded() ? "more than " : "at least ") + least + " but found " + order
                    + ": below, its expected value is infinite");
        }
    }

    private PoweredLikelihood poweredLikelihood() {
        return (PoweredLikelihood) baseLikelihood;
    }

    @Override
    public double accuracy() {
        return Math.max(baseLikelihood.accuracy(), poweredLikelihood().robustAccuracy());
    }

    @Override
    public boolean takesDispersionFactor() {
        return false;
    }

    @Override
    public @Nullable String dispersionRefusal(double dispersion) {
        return poweredLikelihood().dispersionRefusal(form, order, dispersion);
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        if (dispersionName() != null && !scale.isKnown()) {
            throw new IllegalArgumentException(GeneralisedLosses.FACTOR_REFUSED);
        }
        return order == 1 ? baseLikelihood.loss(scale) : poweredLikelihood().robustLoss(form, order, scale.mean());
    }

    @Override
    public DispersionPosterior dispersionTarget(
            DispersionPosterior current, PassStatistics sums, double weight, DispersionPosterior.InverseGamma prior) {
        if (current.isKnown()) {
            return current;
        }
        throw new IllegalArgumentException(GeneralisedLosses.FACTOR_REFUSED);
    }
}
