package io.credence.fit;

import io.credence.family.GaussianPosterior;
import io.credence.family.GaussianStructure;
import io.credence.linalg.DenseKernel;
import io.credence.prior.GaussianPrior;

/**
 * Settings of a fit: covariance structure, budget, tolerance, seed.
 *
 * @param structure structure of the Gaussians that are searched or, for another family, from which its fit begins
 * @param budget limits on iterations, passes and time
 * @param tolerance largest gain that may be left, relative to the ELBO
 * @param seed seed of everything random
 */
public record FitSettings(GaussianStructure structure, Budget budget, double tolerance, long seed) {

    /** Largest objective that counts for the relative tolerance, nats per parameter. */
    private static final double NATS_PER_PARAMETER = 5;
    /** Tolerance of preliminary fits and of optimisations over fixed draws, nats per parameter. */
    public static final double ROUGH = 1e-5;

    public FitSettings {
        if (!(tolerance > 0 && tolerance < 1)) {
            throw new IllegalArgumentException("tolerance must lie between 0 and 1 but was " + tolerance);
        }
    }

    /**
     * Largest gain that may be left for a fit to be called converged, nats. The tolerance is relative to the objective,
     * but to no more than five nats per parameter.
     */
    public double gainLimit(double objective, int parameters) {
        return tolerance * Math.min(Math.max(1, Math.abs(objective)), NATS_PER_PARAMETER * parameters);
    }

    /** Settings with a budget of iterations alone. */
    public FitSettings(GaussianStructure structure, int maxIterations, double tolerance, long seed) {
        this(structure, Budget.ofIterations(maxIterations), tolerance, seed);
    }

    /** Default settings for the given structure. */
    public static FitSettings of(GaussianStructure structure) {
        return new FitSettings(structure, 1000, 1e-8, 1);
    }

    /** A copy with another structure. */
    public FitSettings with(GaussianStructure other) {
        return new FitSettings(other, budget, tolerance, seed);
    }

    /** A copy with another tolerance. */
    public FitSettings withTolerance(double other) {
        return new FitSettings(structure, budget, other, seed);
    }

    /** A copy with the tolerance of a preliminary fit, from which another continues. */
    public FitSettings withRoughTolerance() {
        return withTolerance(Math.max(tolerance, ROUGH));
    }

    /** A copy with a budget of iterations alone. */
    public FitSettings withMaxIterations(int other) {
        return with(Budget.ofIterations(other));
    }

    /** A copy with another budget. */
    public FitSettings with(Budget other) {
        return new FitSettings(structure, other, tolerance, seed);
    }

    /** The normal prior as a Gaussian of this structure. */
    public GaussianPosterior priorGaussian(DenseKernel kernel, GaussianPrior prior) {
        GaussianPosterior start =
                structure.gaussian(kernel, prior.mean(), prior.precisionInBlocks(structure.blocks(prior.dimension())));
        if (start == null) {
            throw new IllegalStateException("a prior precision is positive definite");
        }
        return start;
    }
}
