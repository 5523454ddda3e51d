package io.credence.optimize;

import io.credence.family.GaussianPosterior;
import java.io.Serializable;

/**
 * Number of restarts of a search that was too wide. Each begins with a quarter of the covariance, or of the step that
 * led to no finite number, down to 2⁻⁴⁰ of the standard deviations it was given.
 *
 * @param restarts number of restarts so far
 */
public record RestartCount(int restarts) implements Serializable {

    /** Count of no restart. */
    public static final RestartCount NONE = new RestartCount(0);

    /** Message of a fit that the covariance of its first position was divided, at one restart or at several. */
    public static final String NARROWED = "restart: the first position's tails ruled the bound, or it was not finite;"
            + " its covariance is divided by 4, once for each such restart";

    private static final int MOST = 40;
    /**
     * Largest factor by which one step multiplies or divides a variance, a precision or a scale, also in ordinary
     * steps.
     */
    public static final double FACTOR = 4;

    /**
     * Gain per parameter, in nats, above which tails are taken to rule the bound. A new covariance that promises more
     * would only lead an optimiser astray.
     */
    public static final double RULED_BY_TAILS = 100;

    /** Whether no further restart is allowed. */
    public boolean isExhausted() {
        return restarts >= MOST;
    }

    /** The state after one more restart. */
    public RestartCount next() {
        return new RestartCount(restarts + 1);
    }

    /** Share to which a whole step is shortened. */
    public double stepShare() {
        return Math.pow(1 / FACTOR, restarts);
    }

    /** A Gaussian with a quarter of the covariance. */
    public static GaussianPosterior withQuarterCovariance(GaussianPosterior q) {
        return q.withPrecisionScaled(FACTOR);
    }

    /**
     * Whether tails rule the bound at a first position.
     *
     * @param gain gain that the next covariance promises, nats
     */
    public static boolean isDominatedByTails(double gain, int dimension) {
        return gain > RULED_BY_TAILS * dimension;
    }
}
