package io.credence.fit;

import io.credence.family.GaussianPosterior;
import io.credence.family.Posterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.optimize.RestartCount;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * The approximating distribution q of a fit: a factor of the parameters and, independent of it, a factor of the
 * dispersion.
 *
 * @param posterior factor of the parameters
 * @param dispersion factor of the dispersion, or the known value of the dispersion
 */
public record Approximation(Posterior posterior, DispersionPosterior dispersion) implements Serializable {

    /** The factor of the parameters, which must be a Gaussian. */
    public GaussianPosterior gaussian() {
        return Objects.requireNonNull(posterior.gaussian(), "a Gaussian is required");
    }

    /**
     * Log density log q of all parameters, as a function whose constants are computed once, for one thread. The last of
     * the parameters is the log dispersion where the dispersion is estimated by a factor.
     */
    public ToDoubleFunction<double[]> logDensity() {
        int d = posterior.dimension();
        DoubleUnaryOperator ofDispersion = dispersion.logDensityOfLog();
        double[] room = new double[d];
        return theta -> {
            if (d == theta.length) {
                return posterior.logDensity(theta);
            }
            System.arraycopy(theta, 0, room, 0, d);
            return posterior.logDensity(room) + ofDispersion.applyAsDouble(theta[d]);
        };
    }

    /**
     * Means of all parameters. The last of them is that of the log dispersion where the dispersion is estimated by a
     * factor.
     *
     * @param dimension number of parameters, the log dispersion counted where it is estimated
     */
    public double[] means(int dimension) {
        double[] means = Arrays.copyOf(posterior.mean(), dimension);
        if (dimension > posterior.dimension()) {
            means[dimension - 1] = dispersion.meanLog();
        }
        return means;
    }

    /** A copy whose parameters have a quarter of the covariance. */
    public Approximation narrower() {
        return new Approximation(RestartCount.withQuarterCovariance(gaussian()), dispersion);
    }
}
