package io.credence.objective;

import io.credence.divergence.Divergence;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.DispersionPosterior;
import io.credence.family.GaussianPosterior;
import io.credence.prior.GaussianPrior;
import io.credence.statistics.PassStatistics;

/**
 * The driver's half of generalised variational inference (000) by exact expectation: expected loss, plus a divergence of the
 * coefficients from their prior, plus the Kullback–Leibler divergence of the dispersion from its own. With the Kullback–Leibler
 * divergence and a loss −log p its negative is the ELBO.
 *
 * @param prior prior of the coefficients
 * @param scalePrior prior of the dispersion
 * @param divergence of the coefficients
 */
public record ExactObjective(GaussianPrior prior, DispersionPosterior.InverseGamma scalePrior, Divergence divergence) {

    /** −ELBO. */
    public static ExactObjective elbo(GaussianPrior prior, DispersionPosterior.InverseGamma scalePrior) {
        return new ExactObjective(prior, scalePrior, KullbackLeibler.PLAIN);
    }

    /** The objective, nats, where {@code sums} are over all rows; +∞ where the divergence is. */
    public double variational(PassStatistics sums, GaussianPosterior q, DispersionPosterior scale) {
        return sums.value() + divergence.between(q, prior) + scale.divergence(scalePrior);
    }

    /** The negative log posterior density, up to a constant, at a point of the coefficients. */
    public double point(PassStatistics sums, double[] mean, DispersionPosterior scale) {
        return sums.value() + prior.halfSquaredDistance(mean) + scale.divergence(scalePrior);
    }

    /** The ELBO at a posterior whose objective is known, which is a lower bound whatever it was fitted with. */
    public double elbo(double objective, GaussianPosterior q) {
        return divergence.isStandard()
                ? -objective
                : divergence.between(q, prior) - KullbackLeibler.PLAIN.between(q, prior) - objective;
    }
}
