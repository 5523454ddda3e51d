package io.credence.objective;

import io.credence.divergence.KullbackLeibler;
import io.credence.family.GaussianPosterior;
import io.credence.family.ScaleFactor;
import io.credence.prior.GaussianPrior;
import io.credence.statistics.PassStatistics;

/**
 * The driver's half of the evidence lower bound, as an objective to minimise: expected loss plus the divergence of the
 * coefficients and of the dispersion from their priors. Its negative is the ELBO.
 *
 * @param prior prior of the coefficients
 * @param scalePrior prior of the dispersion
 */
public record Elbo(GaussianPrior prior, ScaleFactor.InverseGamma scalePrior) {

    /** −ELBO, nats, where {@code sums} are over all rows. */
    public double variational(PassStatistics sums, GaussianPosterior q, ScaleFactor scale) {
        return sums.value() + KullbackLeibler.between(q, prior) + scale.divergence(scalePrior);
    }

    /** The same at a point of the coefficients: the negative log posterior density up to a constant. */
    public double point(PassStatistics sums, double[] mean, ScaleFactor scale) {
        return sums.value() + prior.halfSquaredDistance(mean) + scale.divergence(scalePrior);
    }
}
