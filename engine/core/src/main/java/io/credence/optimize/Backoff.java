package io.credence.optimize;

import io.credence.family.GaussianPosterior;
import java.io.Serializable;

/**
 * How often a search that was too wide has begun again: each time with a quarter of the covariance, or of the step that led to no finite
 * number, down to 2⁻⁴⁰ of the standard deviations it was given.
 *
 * @param times so far
 */
public record Backoff(int times) implements Serializable {

    /** Not yet. */
    public static final Backoff NONE = new Backoff(0);

    /** What a fit reports of a first position that is divided. */
    public static final String NARROWED =
            "restart: the first position's tails ruled the bound, or it was not finite; its covariance was divided by 4";

    /** Share of a step below which no shorter one is tried. */
    public static final double SMALLEST = 0x1p-40;

    private static final int MOST = 40;
    /** Most by which one step multiplies or divides a variance, a precision or a scale, also where it is no retreat. */
    public static final double FACTOR = 4;

    /** Nats that the covariance promises, per parameter, from which an optimiser would only be led astray. */
    public static final double RULED_BY_TAILS = 100;

    /** Whether it was often enough. */
    public boolean isSpent() {
        return times >= MOST;
    }

    /** Once more. */
    public Backoff next() {
        return new Backoff(times + 1);
    }

    /** Share of the whole step that is retaken. */
    public double share() {
        return Math.pow(1 / FACTOR, times);
    }

    /** The same with a quarter of the covariance. */
    public static GaussianPosterior narrower(GaussianPosterior q) {
        return q.withPrecisionScaled(FACTOR);
    }

    /**
     * Whether tails rule the bound at a first position.
     *
     * @param gain nats that the next covariance promises
     */
    public static boolean isRuledByTails(double gain, int dimension) {
        return gain > RULED_BY_TAILS * dimension;
    }
}
