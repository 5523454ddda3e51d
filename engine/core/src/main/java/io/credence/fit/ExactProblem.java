package io.credence.fit;

import io.credence.divergence.Divergence;
import io.credence.divergence.KullbackLeibler;
import io.credence.family.law.DispersionPosterior;
import io.credence.likelihood.Likelihood;
import io.credence.prior.GaussianPrior;
import io.credence.prior.LogGamma;
import io.credence.prior.ScalarDensity;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Inference problem whose expected losses are computed without draws: a likelihood of linear predictors, priors, and
 * the divergence of a Gaussian posterior from them.
 *
 * @param prior prior of the coefficients, one per feature and linear predictor
 * @param dispersionPrior prior of the dispersion
 * @param dispersion initial dispersion: its value if it is known, its factor if it is estimated
 * @param divergence divergence of the coefficients from their prior; an estimated dispersion keeps the
 *     Kullback–Leibler divergence
 */
public record ExactProblem(
        Likelihood likelihood,
        GaussianPrior prior,
        DispersionPosterior.InverseGamma dispersionPrior,
        DispersionPosterior dispersion,
        Divergence divergence)
        implements Serializable {

    public ExactProblem {
        String refusal = divergence.refusal();
        if (refusal != null) {
            throw new IllegalArgumentException(refusal);
        }
    }

    /** A problem with the Kullback–Leibler divergence. */
    public ExactProblem(
            Likelihood likelihood,
            GaussianPrior prior,
            DispersionPosterior.InverseGamma scalePrior,
            DispersionPosterior scale) {
        this(likelihood, prior, scalePrior, scale, KullbackLeibler.PLAIN);
    }

    /** A problem with a known dispersion; 1 for likelihoods that have none. */
    public static ExactProblem withKnownDispersion(Likelihood likelihood, GaussianPrior prior, double dispersion) {
        return new ExactProblem(
                likelihood,
                prior,
                new DispersionPosterior.InverseGamma(3, 1),
                new DispersionPosterior.Known(dispersion));
    }

    /** A problem with a dispersion to be estimated. */
    public static ExactProblem withEstimatedDispersion(
            Likelihood likelihood, GaussianPrior prior, DispersionPosterior.InverseGamma scalePrior) {
        return new ExactProblem(likelihood, prior, scalePrior, likelihood.initialDispersion(scalePrior));
    }

    /**
     * Initial value of the logarithm of an estimated dispersion; for an inverse-gamma factor the mode of the log
     * dispersion.
     */
    double initialLogDispersion() {
        return (dispersion.asLogNormal() == null ? dispersionPrior : dispersion).unboundedCoordinates()[0];
    }

    /** Prior density of the log dispersion; null where the dispersion is known. */
    public @Nullable ScalarDensity priorOfLogDispersion() {
        return dispersion.isKnown() ? null : LogGamma.ofInverse(dispersionPrior.shape(), dispersionPrior.scale());
    }

    /**
     * A copy with another divergence.
     *
     * @throws IllegalArgumentException if the divergence can never be finite
     */
    public ExactProblem with(Divergence other) {
        return new ExactProblem(likelihood, prior, dispersionPrior, dispersion, other);
    }

    /** A copy with a known dispersion. */
    public ExactProblem with(DispersionPosterior.Known dispersion) {
        return new ExactProblem(likelihood, prior, dispersionPrior, dispersion, divergence);
    }

    /** Numerical error of an objective of the given size, nats, from the accuracy of the rows' expectations. */
    public double error(double objective) {
        return likelihood.accuracy() * Math.max(1, Math.abs(objective));
    }
}
