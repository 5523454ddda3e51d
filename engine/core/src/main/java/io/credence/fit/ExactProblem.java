package io.credence.fit;

import io.credence.divergence.Divergence;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogGamma;
import io.credence.prior.ScalarDensity;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What is to be inferred where the expectations of the loss are exact: a likelihood of linear predictors with priors, and by
 * which divergence a Gaussian posterior is held to them.
 *
 * @param prior prior of the coefficients, one per feature and linear predictor
 * @param scalePrior prior of the dispersion
 * @param scale where the dispersion starts: a number if it is known, a factor if it is estimated
 * @param divergence of the coefficients from their prior; an estimated dispersion keeps the Kullback–Leibler divergence
 */
public record ExactProblem(
        Likelihood likelihood,
        GaussianPrior prior,
        DispersionPosterior.InverseGamma scalePrior,
        DispersionPosterior scale,
        Divergence divergence)
        implements Serializable {

    public ExactProblem {
        String refusal = divergence.refusal();
        if (refusal != null) {
            throw new IllegalArgumentException(refusal);
        }
    }

    /** With the Kullback–Leibler divergence. */
    public ExactProblem(
            Likelihood likelihood,
            GaussianPrior prior,
            DispersionPosterior.InverseGamma scalePrior,
            DispersionPosterior scale) {
        this(likelihood, prior, scalePrior, scale, KullbackLeibler.PLAIN);
    }

    /** With a known dispersion; 1 for likelihoods that have none. */
    public static ExactProblem withKnownScale(Likelihood likelihood, GaussianPrior prior, double dispersion) {
        return new ExactProblem(
                likelihood,
                prior,
                new DispersionPosterior.InverseGamma(3, 1),
                new DispersionPosterior.Known(dispersion));
    }

    /** With a dispersion to be estimated. */
    public static ExactProblem withEstimatedScale(
            Likelihood likelihood, GaussianPrior prior, DispersionPosterior.InverseGamma scalePrior) {
        return new ExactProblem(likelihood, prior, scalePrior, likelihood.start(scalePrior));
    }

    /** Where the logarithm of an estimated dispersion starts: of an inverse gamma at the mode that its logarithm has. */
    double startOfLogScale() {
        return (scale.logNormal() == null ? scalePrior : scale).unbounded()[0];
    }

    /** Prior of the logarithm of a dispersion that is estimated; null where none is. */
    public @Nullable ScalarDensity logScalePrior() {
        return scale.isKnown() ? null : LogGamma.ofInverse(scalePrior.shape(), scalePrior.scale());
    }

    /**
     * The same with another divergence.
     *
     * @throws IllegalArgumentException if it can never be finite
     */
    public ExactProblem with(Divergence other) {
        return new ExactProblem(likelihood, prior, scalePrior, scale, other);
    }

    /** The same with a dispersion that is known. */
    public ExactProblem with(DispersionPosterior.Known dispersion) {
        return new ExactProblem(likelihood, prior, scalePrior, dispersion, divergence);
    }

    /** Error of an objective of that size, nats: what its expectations of rows agree to. */
    public double error(double objective) {
        return likelihood.accuracy() * Math.max(1, Math.abs(objective));
    }
}
