package io.credence.fit;

import io.credence.divergence.Divergence;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.ScaleFactor;
import io.credence.loss.Likelihood;
import io.credence.prior.GaussianPrior;

/**
 * What is to be inferred: a likelihood with priors, and by which divergence the posterior is held to them.
 *
 * @param prior prior of the coefficients, one per feature and linear predictor
 * @param scalePrior prior of the dispersion
 * @param scale where the dispersion starts: a number if it is known, a factor if it is estimated
 * @param divergence of the coefficients from their prior; an estimated dispersion keeps the Kullback–Leibler divergence
 */
public record FitProblem(
        Likelihood likelihood,
        GaussianPrior prior,
        ScaleFactor.InverseGamma scalePrior,
        ScaleFactor scale,
        Divergence divergence) {

    public FitProblem {
        String refusal = divergence.refusal();
        if (refusal != null) {
            throw new IllegalArgumentException(refusal);
        }
    }

    /** With the Kullback–Leibler divergence. */
    public FitProblem(
            Likelihood likelihood, GaussianPrior prior, ScaleFactor.InverseGamma scalePrior, ScaleFactor scale) {
        this(likelihood, prior, scalePrior, scale, KullbackLeibler.PLAIN);
    }

    /** With a known dispersion; 1 for likelihoods that have none. */
    public static FitProblem withKnownScale(Likelihood likelihood, GaussianPrior prior, double dispersion) {
        return new FitProblem(likelihood, prior, new ScaleFactor.InverseGamma(3, 1), new ScaleFactor.Known(dispersion));
    }

    /** With a dispersion to be estimated. */
    public static FitProblem withEstimatedScale(
            Likelihood likelihood, GaussianPrior prior, ScaleFactor.InverseGamma scalePrior) {
        return new FitProblem(likelihood, prior, scalePrior, likelihood.start(scalePrior));
    }

    /**
     * The same with another divergence.
     *
     * @throws IllegalArgumentException if it can never be finite
     */
    public FitProblem with(Divergence other) {
        return new FitProblem(likelihood, prior, scalePrior, scale, other);
    }
}
