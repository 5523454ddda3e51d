package io.credence.likelihood;

import io.credence.family.law.DispersionPosterior;
import io.credence.statistics.PassStatistics;

/**
 * Likelihood whose losses are multiplied by a weight w: the power posterior p(y | η)^w (GVI section 3.3), or the
 * learning rate of any other loss. An estimated dispersion sees w rows for each row.
 *
 * @param baseLikelihood the likelihood
 * @param weight w, positive
 */
public record WeightedLikelihood(Likelihood baseLikelihood, double weight) implements DelegatingLikelihood {

    public WeightedLikelihood {
        requireWeight(weight);
    }

    public static void requireWeight(double weight) {
        if (!(weight > 0) || weight == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("the weight of a loss must be positive and finite but was " + weight);
        }
    }

    @Override
    public Likelihood withWeight(double other) {
        return other == 1 ? this : new WeightedLikelihood(baseLikelihood, weight * other);
    }

    @Override
    public RowLoss loss(DispersionPosterior scale) {
        return new WeightedLoss(baseLikelihood.loss(scale), weight);
    }

    @Override
    public DispersionPosterior dispersionTarget(
            DispersionPosterior current, PassStatistics sums, double rows, DispersionPosterior.InverseGamma prior) {
        return baseLikelihood.dispersionTarget(current, sums, weight * rows, prior);
    }

    @Override
    public boolean isLogConcave() {
        return baseLikelihood.isLogConcave();
    }
}
