package io.credence.fit;

import io.credence.family.DispersionPosterior;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.optimize.Backoff;
import java.io.Serializable;
import java.util.Objects;

/**
 * What approximates the posterior: a factor of the parameters and, independent of it, one of a dispersion.
 *
 * @param posterior factor of the parameters
 * @param scale factor of a dispersion beside them, or the number it is
 */
public record Approximation(Posterior posterior, DispersionPosterior scale) implements Serializable {

    /** The factor of the parameters where it has to be a Gaussian. */
    public GaussianPosterior gaussian() {
        return Objects.requireNonNull(posterior.gaussian(), "a Gaussian is required");
    }

    /** The same with a quarter of the parameters' covariance. */
    public Approximation narrower() {
        return new Approximation(Backoff.narrower(gaussian()), scale);
    }
}
