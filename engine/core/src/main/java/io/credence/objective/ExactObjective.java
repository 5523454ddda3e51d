package io.credence.objective;

import io.credence.divergence.Divergence;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.GaussianPosterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.prior.GaussianPrior;
import io.credence.statistics.PassStatistics;

/**
 * Objective of generalised variational inference by exact expectation (Knoblauch et al. 2022). It is the expected loss,
 * plus a divergence of the coefficients from their prior, plus the Kullback–Leibler divergence of the dispersion from
 * its prior. With the Kullback–Leibler divergence and a loss −log p its negative is the ELBO. This is the part that the
 * driver computes, from sums over rows.
 *
 * @param prior normal prior of the coefficients
 * @param dispersionPrior prior of the dispersion
 * @param divergence divergence of the coefficients
 */
public record ExactObjective(
        GaussianPrior prior, DispersionPosterior.InverseGamma dispersionPrior, Divergence divergence) {

    /** The objective −ELBO. */
    public static ExactObjective elbo(GaussianPrior prior, DispersionPosterior.InverseGamma scalePrior) {
        return new ExactObjective(prior, scalePrior, KullbackLeibler.PLAIN);
    }

    /** Value of the objective, nats, from {@code sums} over all rows; +∞ where the divergence is. */
    public double objectiveValue(PassStatistics sums, GaussianPosterior q, DispersionPosterior scale) {
        return sums.expectedLoss() + divergence.between(q, prior) + scale.divergence(dispersionPrior);
    }

    /** Negative log posterior density, up to a constant, at a point of the coefficients. */
    public double negativeLogPosterior(PassStatistics sums, double[] mean, DispersionPosterior scale) {
        return sums.expectedLoss() + prior.halfSquaredDistance(mean) + scale.divergence(dispersionPrior);
    }

    /**
     * The ELBO at a posterior, from the value of the objective there. It is a lower bound by whichever divergence the
     * posterior was fitted.
     */
    public double elbo(double objective, GaussianPosterior q) {
        return divergence.isKullbackLeibler()
                ? -objective
                : divergence.between(q, prior) - KullbackLeibler.PLAIN.between(q, prior) - objective;
    }
}
