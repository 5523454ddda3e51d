package io.credence.fit;

import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.family.ScaleFactor;
import io.credence.optimize.Backoff;
import java.io.Serializable;
import java.util.Objects;

/**
 * A point of the search: the independent factors of the posterior.
 *
 * @param posterior factor of the parameters
 * @param scale factor of a dispersion beside them, or the number it is
 */
public record Position(Posterior posterior, ScaleFactor scale) implements Serializable {

    /** The factor of the parameters where it has to be a Gaussian. */
    public GaussianPosterior gaussian() {
        return Objects.requireNonNull(posterior.gaussian(), "a Gaussian is required");
    }

    /** The same with a quarter of the parameters' covariance. */
    public Position narrower() {
        return new Position(Backoff.narrower(gaussian()), scale);
    }
}
