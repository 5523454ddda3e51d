package io.credence.config;

import io.credence.family.law.DispersionPosterior;
import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.likelihood.EstimatedOption;
import io.credence.network.dense.NetworkObjective;
import io.credence.prior.EarlierFit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the inference: model, prior, posterior and method, without where rows come from and results go.
 *
 * @param model likelihood by name, or the user's class
 * @param mixed settings of effects that vary between groups; null where none do
 * @param prior prior of every coefficient and of the dispersion
 * @param posterior variational family
 * @param objective objective that is minimised
 * @param method name of a method in {@link Methods}; null for none
 * @param sampling settings of estimator, update, minibatch, stop rule and start
 * @param sitesRequest sites of a partitioned fit
 * @param stop budgets and tolerance that end the fit
 * @param check checks of the posterior
 * @param numerics settings of random numbers and dense algebra
 * @param notes keys that were set and have no effect on this fit, one sentence each
 */
public record InferenceConfig(
        ModelConfig model,
        @Nullable MixedConfig mixed,
        PriorConfig prior,
        PosteriorConfig posterior,
        ObjectiveConfig objective,
        @Nullable String method,
        SamplingSettings sampling,
        SitesRequest sitesRequest,
        Stop stop,
        Check check,
        Numerics numerics,
        List<String> notes) {

    /** Seed of everything random. */
    public long seed() {
        return numerics.seed();
    }

    /** Name of the kernel: auto, java, native or mixed. */
    public String kernel() {
        return numerics.kernel();
    }

    /** Whether the expectations of the loss are exact, in closed form or by quadrature, instead of by draws. */
    public boolean isExact() {
        return sampling.estimator().kind().isExact();
    }

    /** Whether the rows of each partition have a site of their own, that is, an approximate factor of the posterior. */
    public boolean isPartitioned() {
        return sampling.estimator().kind() == EstimatorKind.PARTITIONED;
    }

    /**
     * Objective that networks minimise.
     *
     * @throws ConfigurationException if what is requested is not fitted by them
     */
    public NetworkObjective networkObjective() {
        return new NetworkObjectives(objective, model, sampling.estimator()).networkObjective();
    }

    /** Copy with the earlier fit whose posterior is the prior. */
    public InferenceConfig with(EarlierFit fit) {
        return with(prior.with(fit), check, numerics);
    }

    /** Copy in which the prior's earlier fit is replaced by what is left of it after sites were removed. */
    public InferenceConfig withRemainingFit(EarlierFit left) {
        return with(prior.withRemainingFit(left), check, numerics);
    }

    /** Copy without checks of the posterior, except k̂ where that chooses the family. */
    public InferenceConfig withoutChecks() {
        boolean chooses = !posterior.alternativeFamilies().isEmpty();
        return with(prior, new Check(chooses, Check.LeftOutRows.NONE, false), numerics);
    }

    /** Copy without checks, with normal priors of all coefficients by name, and a given prior of the dispersion. */
    public InferenceConfig withKnownPriors(
            Map<String, PriorConfig.Normal> coefficients, DispersionPosterior.InverseGamma dispersion) {
        return with(prior.with(coefficients, dispersion), withoutChecks().check(), numerics);
    }

    /** Copy for one segment among many, with a seed of its own and k̂ as the only check. */
    public InferenceConfig forSegment(long own) {
        Check weights = new Check(check.khat(), Check.LeftOutRows.NONE, false);
        return with(prior, weights, new Numerics(own, numerics.kernel()));
    }

    /** Copy with the value that was estimated from the rows for an option of the likelihood. */
    public InferenceConfig with(EstimatedOption chosen) {
        return with(model.with(chosen), objective, prior, check, numerics);
    }

    /** Copy with the loss multiplied by a weight. */
    public InferenceConfig withLossWeight(double weight) {
        return with(model, objective.withLossWeight(weight), prior, check, numerics);
    }

    /**
     * Copy with the Kullback–Leibler divergence and a weight of the loss, unchecked: a trial fit from which the next
     * weight is found.
     */
    public InferenceConfig withTrialWeight(double weight) {
        return with(
                model, objective.withTrialWeight(weight), prior, withoutChecks().check(), numerics);
    }

    private InferenceConfig with(PriorConfig other, Check requested, Numerics chosen) {
        return with(model, objective, other, requested, chosen);
    }

    private InferenceConfig with(
            ModelConfig fitted, ObjectiveConfig minimised, PriorConfig other, Check requested, Numerics chosen) {
        return new InferenceConfig(
                fitted,
                mixed,
                other,
                posterior,
                minimised,
                method,
                sampling,
                sitesRequest,
                stop,
                requested,
                chosen,
                notes);
    }

    /**
     * Whether the fit needs draws that are weighted or judged row by row, another family than Gaussians, or a
     * divergence that the prior leaves without a closed form.
     */
    static boolean isByObjective(ObjectiveConfig objective, PosteriorConfig posterior, PriorConfig prior) {
        return objective.isImportanceWeighted()
                || objective.isRisk()
                || !posterior.isGaussian()
                || (!prior.isNormal() && !objective.priorDivergence().isKullbackLeibler());
    }

    /**
     * Settings of random numbers and dense algebra.
     *
     * @param seed seed of everything random
     * @param kernel auto, java, native or mixed
     */
    public record Numerics(long seed, String kernel) {}

    /**
     * Sites of a partitioned fit.
     *
     * @param name name of the site that all rows make; null for the last part of their path
     * @param removedNames names of sites of the earlier fit that are not taken over
     * @param keptCount number of the newest sites that are kept apart from the prior
     */
    public record SitesRequest(@Nullable String name, List<String> removedNames, int keptCount) {}

    /**
     * Budgets and tolerance that end a fit.
     *
     * @param maxIterations budget of steps
     * @param maxPasses budget of passes over all rows; infinite for no limit
     * @param maxSeconds budget of wall time; infinite for no limit
     * @param tolerance bound on the predicted gain, relative to the ELBO, of exact and fixed-draws fits
     * @param acceptUnconverged whether a spent budget counts as success
     */
    public record Stop(
            int maxIterations, double maxPasses, double maxSeconds, double tolerance, boolean acceptUnconverged) {}

    /**
     * Checks of the posterior that are requested.
     *
     * @param khat whether its draws are given importance weights under the exact posterior
     * @param leaveOneOut rows that are left out, one at a time, and predicted from the others
     * @param predictive whether responses drawn from the fitted model are compared with those observed, where that can
     *     be done
     */
    public record Check(boolean khat, LeftOutRows leaveOneOut, boolean predictive) {

        /** Rows that are left out, one at a time. */
        public enum LeftOutRows {
            /** All rows or, where they are many, a random part; none where that cannot be done. */
            AUTO,
            /** All rows. */
            ALL,
            /** No rows. */
            NONE
        }
    }
}
