package io.credence.fit;

import io.credence.family.GaussianFactor;
import io.credence.family.Posterior;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.FitState.FitStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of a fit: posterior, bound, and how the fit ended.
 *
 * @param end end of the fit: status, reason and cost
 * @param posterior posterior of the fitted parameters, of the requested family
 * @param dispersion posterior of the dispersion, or its known value
 * @param elbo evidence lower bound at the posterior, nats; null if the fit ended before it was known
 * @param drawOutcome noise of the draws, and value of the objective by draws
 * @param weights importance weights of the posterior's draws; null where they were not taken
 * @param candidates families that were fitted before this one was chosen; none where it was requested
 * @param detail results besides the posterior of the coefficients; null for most fits
 */
public record FitResult(
        FitEnd end,
        Posterior posterior,
        DispersionPosterior dispersion,
        @Nullable Double elbo,
        DrawOutcome drawOutcome,
        @Nullable ImportanceWeights weights,
        List<CandidateFamily> candidates,
        @Nullable FitDetail detail) {

    /** A result of the ELBO, without importance weights yet. */
    public FitResult(
            FitEnd end,
            Posterior posterior,
            DispersionPosterior scale,
            @Nullable Double elbo,
            @Nullable DrawNoise noise) {
        this(end, posterior, scale, elbo, new DrawOutcome(noise, null), null, List.of(), null);
    }

    /**
     * A result of the ELBO, without importance weights yet, of a fit that ended in {@code state}.
     *
     * @param rows number of rows
     */
    public static FitResult of(FitState state, long rows, @Nullable Double elbo, @Nullable DrawNoise noise) {
        Approximation best = state.best();
        return new FitResult(FitEnd.of(state, rows), best.posterior(), best.dispersion(), elbo, noise);
    }

    /** A copy with the objective that was reached. */
    public FitResult with(ObjectiveValue objective) {
        return with(posterior, new DrawOutcome(drawOutcome.drawNoise(), objective), weights, candidates, detail);
    }

    /** A copy with importance weights. */
    public FitResult with(ImportanceWeights found) {
        return with(posterior, drawOutcome, found, candidates, detail);
    }

    /** A copy with modes that the weighed draws do not reach; unchanged without weights. */
    public FitResult with(List<OtherMode> modes) {
        return weights == null ? this : with(weights.with(modes));
    }

    /** A copy with results besides the posterior. */
    public FitResult with(@Nullable FitDetail found) {
        return with(posterior, drawOutcome, weights, candidates, found);
    }

    /** A copy with the factor of each partition. */
    public FitResult withPartitionFactors(List<GaussianFactor> found) {
        return with(new PartitionFactors(found));
    }

    /** Gaussian factor of each partition's rows, in the fitted parameters; empty where the fit has none. */
    public List<GaussianFactor> partitionFactors() {
        return detail instanceof PartitionFactors found ? found.factors() : List.of();
    }

    /** Uncertainty of the result that is due to draws; null for a fit without draws. */
    public @Nullable DrawNoise drawNoise() {
        return drawOutcome.drawNoise();
    }

    /** Value of the objective at the posterior; null for fits of the ELBO by expectations. */
    public @Nullable ObjectiveValue objectiveValue() {
        return drawOutcome.objectiveValue();
    }

    /** A copy with the families among which its posterior was chosen. */
    public FitResult withCandidates(List<CandidateFamily> families) {
        return with(posterior, drawOutcome, weights, families, detail);
    }

    /** A copy with another posterior and without importance weights. */
    public FitResult withPosterior(Posterior other) {
        return with(other, drawOutcome, null, candidates, detail);
    }

    /** A copy with another posterior and its bound, without importance weights. */
    public FitResult withPosterior(Approximation both, double bound) {
        return new FitResult(end, both.posterior(), both.dispersion(), bound, drawOutcome, null, candidates, detail);
    }

    private FitResult with(
            Posterior found,
            DrawOutcome drawn,
            @Nullable ImportanceWeights weighed,
            List<CandidateFamily> families,
            @Nullable FitDetail besides) {
        return new FitResult(end, found, dispersion, elbo, drawn, weighed, families, besides);
    }

    /**
     * Gaussian factors of a partitioned fit.
     *
     * @param factors factor of each partition's rows
     */
    private record PartitionFactors(List<GaussianFactor> factors) implements FitDetail {}

    /**
     * Noise of the draws of a fit, and value of its objective by draws.
     *
     * @param drawNoise uncertainty that is due to draws; null for a fit without draws
     * @param objectiveValue value of the objective at the posterior; null for fits of the ELBO by expectations
     */
    public record DrawOutcome(
            @Nullable DrawNoise drawNoise, @Nullable ObjectiveValue objectiveValue) {}

    /**
     * Uncertainty of a result that is due to draws.
     *
     * @param elboError Monte-Carlo standard error of the bound, nats; NaN if it was not found
     * @param rhat largest R̂ of the averaged iterates; NaN if it was not found
     * @param mcse largest Monte-Carlo standard error of a mean or log standard deviation, in posterior standard deviations
     * @param draws number of draws per step at the end
     */
    public record DrawNoise(double elboError, double rhat, double mcse, int draws) {}

    /**
     * Value of an objective by draws at the end of a fit.
     *
     * @param name name of the objective
     * @param value over all rows, nats; NaN if the fit ended before it was known
     * @param averagedPower power of the importance weights over which steps averaged; 0 for none
     */
    public record ObjectiveValue(String name, double value, double averagedPower) {}

    /** Status in which the fit ended. */
    public FitStatus status() {
        return end.status();
    }

    /** Reason why the fit ended. */
    public String stopReason() {
        return end.stopReason();
    }

    /** Number of steps. */
    public int iterations() {
        return end.iterations();
    }

    /** Rows visited as a multiple of the number of rows. */
    public double passes() {
        return end.passes();
    }

    /** Automatic decisions of the fit, with their reasons. */
    public List<String> decisions() {
        return end.decisions();
    }

    /** Whether the fit converged. */
    public boolean isConverged() {
        return status() == FitStatus.CONVERGED;
    }
}
