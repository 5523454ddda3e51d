package io.credence.fit;

import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianStructure;
import io.credence.linalg.DenseKernel;
import io.credence.prior.GaussianPrior;

/**
 * How a posterior is fitted.
 *
 * @param structure of the Gaussians that are searched or, for another family, from which its fit begins
 * @param budget what it may spend
 * @param tolerance bound on what is left to gain, relative to the ELBO
 * @param seed seed of everything random
 */
public record FitSettings(GaussianStructure structure, Budget budget, double tolerance, long seed) {

    /** Nats of the objective, for each parameter, that the tolerance is relative to at most. */
    private static final double NATS_PER_PARAMETER = 5;
    /** Tolerance of a fit that another one goes on from, and of climbs over draws, nats for each number. */
    public static final double ROUGH = 1e-5;

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

    /** With a budget of iterations alone. */
    public FitSettings(GaussianStructure structure, int maxIterations, double tolerance, long seed) {
        this(structure, Budget.ofIterations(maxIterations), tolerance, seed);
    }

    /** The defaults, for that structure. */
    public static FitSettings of(GaussianStructure structure) {
        return new FitSettings(structure, 1000, 1e-8, 1);
    }

    /** The same with another structure. */
    public FitSettings with(GaussianStructure other) {
        return new FitSettings(other, budget, tolerance, seed);
    }

    /** The same with another tolerance. */
    public FitSettings withTolerance(double other) {
        return new FitSettings(structure, budget, other, seed);
    }

    /** The same for a fit that another one goes on from. */
    public FitSettings rough() {
        return withTolerance(Math.max(tolerance, ROUGH));
    }

    /** The same with another budget, of iterations alone. */
    public FitSettings withMaxIterations(int other) {
        return with(Budget.ofIterations(other));
    }

    /** The same with another budget. */
    public FitSettings with(Budget other) {
        return new FitSettings(structure, other, tolerance, seed);
    }

    /** The prior, as a member of the structure. */
    public GaussianPosterior start(DenseKernel kernel, GaussianPrior prior) {
        GaussianPosterior start = structure.of(kernel, prior.mean(), prior.within(structure.blocks(prior.dimension())));
        if (start == null) {
            throw new IllegalStateException("a prior precision is positive definite");
        }
        return start;
    }
}
