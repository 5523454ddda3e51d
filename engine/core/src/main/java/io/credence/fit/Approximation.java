package io.credence.fit;

import io.credence.family.DispersionPosterior;
import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.optimize.Backoff;
import java.io.Serializable;
import java.util.Arrays;
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

    /** log q at all parameters, the logarithm of a dispersion with a factor of its own behind the others. */
    public double logDensity(double[] theta) {
        int d = posterior.dimension();
        return d == theta.length
                ? posterior.logDensity(theta)
                : posterior.logDensity(Arrays.copyOf(theta, d)) + scale.logDensityOfLog(theta[d]);
    }

    /**
     * Means of all parameters, the logarithm of a dispersion with a factor of its own behind the others.
     *
     * @param dimension with that one, where it is estimated
     */
    public double[] means(int dimension) {
        double[] means = Arrays.copyOf(posterior.mean(), dimension);
        if (dimension > posterior.dimension()) {
            means[dimension - 1] = scale.meanLog();
        }
        return means;
    }

    /** The same with a quarter of the parameters' covariance. */
    public Approximation narrower() {
        return new Approximation(Backoff.narrower(gaussian()), scale);
    }
}
