package io.credence.fit;

import io.credence.family.DispersionPosterior;
import io.credence.family.GaussianSite;
import io.credence.family.Posterior;
import io.credence.fit.FitState.FitStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a fit found.
 *
 * @param end how it ended
 * @param posterior of the fitted parameters, of the family that was requested
 * @param scale posterior of the dispersion, or the number it was given
 * @param elbo evidence lower bound at the posterior, nats; null if the fit ended before it was known
 * @param noise how far draws make all this uncertain; null for a fit without draws
 * @param reached the objective at the posterior; null for fits of the ELBO by expectations
 * @param weights importance weights of the posterior's draws; null where they were not taken
 * @param sites what the rows of each partition show, in the fitted parameters; empty where the fit has none
 * @param tried families that were fitted before this one was chosen; none where it was requested
 * @param detail what was found besides the posterior of the coefficients; null for most fits
 */
public record FitResult(
        FitEnd end,
        Posterior posterior,
        DispersionPosterior scale,
        @Nullable Double elbo,
        @Nullable DrawNoise noise,
        @Nullable Reached reached,
        @Nullable ImportanceWeights weights,
        List<GaussianSite> sites,
        List<TriedFamily> tried,
        @Nullable FitDetail detail) {

    /** A result of the ELBO, not weighed yet. */
    public FitResult(
            FitEnd end,
            Posterior posterior,
            DispersionPosterior scale,
            @Nullable Double elbo,
            @Nullable DrawNoise noise) {
        this(end, posterior, scale, elbo, noise, null, null, List.of(), List.of(), null);
    }

    /**
     * A result of the ELBO, not weighed yet, of a fit that ended in that state.
     *
     * @param rows there are
     */
    public static FitResult of(FitState state, long rows, @Nullable Double elbo, @Nullable DrawNoise noise) {
        Approximation best = state.best();
        return new FitResult(FitEnd.of(state, rows), best.posterior(), best.scale(), elbo, noise);
    }

    /** The same with the objective that was reached. */
    FitResult with(Reached objective) {
        return with(posterior, objective, weights, sites, tried, detail);
    }

    /** The same, weighed. */
    FitResult with(ImportanceWeights found) {
        return with(posterior, reached, found, sites, tried, detail);
    }

    /** The same with modes that the weighed draws do not reach. */
    public FitResult with(List<OtherMode> modes) {
        return weights == null ? this : with(weights.with(modes));
    }

    /** The same with what was found besides. */
    public FitResult with(@Nullable FitDetail found) {
        return with(posterior, reached, weights, sites, tried, found);
    }

    /** The same with what the rows of each partition show. */
    public FitResult withSites(List<GaussianSite> found) {
        return with(posterior, reached, weights, found, tried, detail);
    }

    /** The same, chosen among those families. */
    public FitResult chosenAmong(List<TriedFamily> families) {
        return with(posterior, reached, weights, sites, families, detail);
    }

    /** The same numbers of another posterior, which is not weighed yet. */
    public FitResult around(Posterior other) {
        return with(other, reached, null, sites, tried, detail);
    }

    /** The same fit with another posterior, which is not weighed yet, and its bound. */
    public FitResult around(Approximation both, double bound) {
        return new FitResult(end, both.posterior(), both.scale(), bound, noise, reached, null, sites, tried, detail);
    }

    private FitResult with(
            Posterior found,
            @Nullable Reached objective,
            @Nullable ImportanceWeights weighed,
            List<GaussianSite> factors,
            List<TriedFamily> families,
            @Nullable FitDetail besides) {
        return new FitResult(end, found, scale, elbo, noise, objective, weighed, factors, families, besides);
    }

    /**
     * What draws leave uncertain.
     *
     * @param elboError Monte-Carlo standard error of the bound, nats; NaN if it was not found
     * @param rhat largest R̂ of the averaged iterates; NaN if it was not found
     * @param mcse largest Monte-Carlo standard error of a mean or log standard deviation, in posterior standard deviations
     * @param draws draws per step at the end
     */
    public record DrawNoise(double elboError, double rhat, double mcse, int draws) {}

    /**
     * What an objective by draws came to.
     *
     * @param objective its name
     * @param value over all rows, nats; NaN if the fit ended before it was known
     * @param averagedPower of importance weights over which its steps averaged; 0 for none
     */
    public record Reached(String objective, double value, double averagedPower) {}

    /** How it ended. */
    public FitStatus status() {
        return end.status();
    }

    /** Why it ended. */
    public String stopReason() {
        return end.stopReason();
    }

    /** Steps. */
    public int iterations() {
        return end.iterations();
    }

    /** Rows visited over rows there are. */
    public double passes() {
        return end.passes();
    }

    /** What was decided automatically and why. */
    public List<String> decisions() {
        return end.decisions();
    }

    /** Whether the fit converged. */
    public boolean isConverged() {
        return status() == FitStatus.CONVERGED;
    }
}
