package io.credence.fit;

import io.credence.family.Blocks;
import org.jspecify.annotations.Nullable;

/**
 * How a posterior is looked for.
 *
 * @param posterior which family
 * @param budget what it may spend
 * @param tolerance bound on what is left to gain, relative to the ELBO
 * @param seed seed of everything random
 * @param blocks how the coefficients are cut for a block family; null for others
 */
public record FitSettings(
        PosteriorFamily posterior,
        Budget budget,
        double tolerance,
        long seed,
        @Nullable Blocks blocks) {

    private static final double NATS_PER_PARAMETER = 5;

    public FitSettings {
        if (!(tolerance > 0 && tolerance < 1)) {
            throw new IllegalArgumentException("tolerance must lie between 0 and 1 but was " + tolerance);
        }
    }

    /**
     * What may be left to gain where a fit is called converged, nats: the tolerance is relative to the objective, but to no more
     * than five nats per parameter.
     */
    public double limit(double objective, int parameters) {
        return tolerance * Math.min(Math.max(1, Math.abs(objective)), NATS_PER_PARAMETER * parameters);
    }

    /** Settings of a family without blocks. */
    public FitSettings(PosteriorFamily posterior, int maxIterations, double tolerance, long seed) {
        this(posterior, Budget.ofIterations(maxIterations), tolerance, seed, null);
    }

    /** The defaults, for that family. */
    public static FitSettings of(PosteriorFamily posterior) {
        return new FitSettings(posterior, 1000, 1e-8, 1);
    }

    /** The same with another family, of one block. */
    public FitSettings with(PosteriorFamily other) {
        return new FitSettings(other, budget, tolerance, seed, null);
    }

    /** The same with another tolerance. */
    public FitSettings withTolerance(double other) {
        return new FitSettings(posterior, budget, other, seed, blocks);
    }

    /** The same with another budget, of iterations alone. */
    public FitSettings withMaxIterations(int other) {
        return with(Budget.ofIterations(other));
    }

    /** The same with another budget. */
    public FitSettings with(Budget other) {
        return new FitSettings(posterior, other, tolerance, seed, blocks);
    }

    /** The same with the coefficients cut into these blocks. */
    public FitSettings withBlocks(Blocks other) {
        return new FitSettings(posterior, budget, tolerance, seed, other);
    }
}
