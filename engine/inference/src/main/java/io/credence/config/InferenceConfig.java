package io.credence.config;

import io.credence.family.law.DispersionPosterior;
import io.credence.fit.SamplingSettings;
import io.credence.fit.SamplingSettings.EstimatorKind;
import io.credence.kind.DistributionalRequest;
import io.credence.likelihood.EstimatedOption;
import io.credence.network.dense.NetworkObjective;
import io.credence.prior.EarlierFit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the inference: model, prior, posterior and method. Sources of rows and places of results are not
 * included.
 *
 * @param model likelihood by name, or the user's class
 * @param prior prior of every coefficient and of the dispersion
 * @param posterior variational family
 * @param objective objective that is minimised
 * @param sampling settings of estimator, update, minibatch, stop rule and start
 * @param sitesRequest partition factors of a partitioned fit
 * @param check checks of the posterior
 * @param execution limits, random numbers and dense algebra of the fit
 */
public record InferenceConfig(
        ModelConfig model,
        PriorConfig prior,
        PosteriorConfig posterior,
        ObjectiveConfig objective,
        SamplingSettings sampling,
        PartitionFactorRequest sitesRequest,
        RequestedChecks check,
        Execution execution) {

    /** Name of a method in {@link Methods}; null for none. */
    public @Nullable String method() {
        return execution.method();
    }

    /** Budgets and tolerance that end the fit. */
    public Stop stop() {
        return execution.stop();
    }

    /** Settings of random numbers and dense algebra. */
    public Numerics numerics() {
        return execution.numerics();
    }

    /** Keys that were set and have no effect on this fit, one sentence each. */
    public List<String> notes() {
        return execution.notes();
    }

    /** Seed of all random numbers. */
    public long seed() {
        return numerics().seed();
    }

    /** Name of the kernel: auto, java, native or mixed. */
    public String kernel() {
        return numerics().kernel();
    }

    /** Whether expected losses are computed in closed form or by quadrature, instead of by draws. */
    public boolean isExact() {
        return sampling.estimator().kind().isExact();
    }

    /** Whether the fit is partitioned: each partition's rows have an approximate factor of the posterior. */
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
        return with(prior.with(fit), check, numerics());
    }

    /** Copy with another earlier fit of the prior, from which partition factors were removed. */
    public InferenceConfig withRemainingFit(EarlierFit left) {
        return with(prior.withRemainingFit(left), check, numerics());
    }

    /** Copy without checks of the posterior. The check by k̂ stays where it chooses the family. */
    public InferenceConfig withoutChecks() {
        boolean chooses = !posterior.alternativeFamilies().isEmpty();
        return with(prior, new RequestedChecks(chooses, RequestedChecks.LeftOutRows.NONE, false), numerics());
    }

    /** Copy with given normal priors of all coefficients and a given prior of the dispersion, without checks. */
    public InferenceConfig withKnownPriors(
            Map<String, PriorConfig.Normal> coefficients, DispersionPosterior.InverseGamma dispersion) {
        return with(prior.with(coefficients, dispersion), withoutChecks().check(), numerics());
    }

    /** Copy for the fit of one segment, with another seed and k̂ as the only check. */
    public InferenceConfig forSegment(long own) {
        RequestedChecks weights = new RequestedChecks(check.khat(), RequestedChecks.LeftOutRows.NONE, false);
        DistributionalRequest formulas = model.request(DistributionalRequest.class);
        ModelConfig fitted = formulas == null ? model : model.with(formulas.withoutSearch());
        return with(
                fitted, objective, prior, weights, new Numerics(own, numerics().kernel()));
    }

    /** Copy with the value that was estimated from the rows for an option of the likelihood. */
    public InferenceConfig with(EstimatedOption chosen) {
        return with(model.with(chosen), objective, prior, check, numerics());
    }

    /** Copy with the loss multiplied by a weight. */
    public InferenceConfig withLossWeight(double weight) {
        return with(model, objective.withLossWeight(weight), prior, check, numerics());
    }

    /**
     * Copy for a trial fit with a given weight of the loss, from which the next weight is found. It has the
     * Kullback–Leibler divergence and no checks.
     */
    public InferenceConfig withTrialWeight(double weight) {
        return with(
                model, objective.withTrialWeight(weight), prior, withoutChecks().check(), numerics());
    }

    /** Copy with all notes on keys without effect, among them those on rows. */
    InferenceConfig withNotes(List<String> all) {
        return new InferenceConfig(
                model,
                prior,
                posterior,
                objective,
                sampling,
                sitesRequest,
                check,
                new Execution(method(), stop(), numerics(), all));
    }

    private InferenceConfig with(PriorConfig other, RequestedChecks requested, Numerics chosen) {
        return with(model, objective, other, requested, chosen);
    }

    private InferenceConfig with(
            ModelConfig fitted,
            ObjectiveConfig minimised,
            PriorConfig other,
            RequestedChecks requested,
            Numerics chosen) {
        return new InferenceConfig(
                fitted,
                other,
                posterior,
                minimised,
                sampling,
                sitesRequest,
                requested,
                new Execution(method(), stop(), chosen, notes()));
    }

    /**
     * Whether the fit needs the algorithm for general objectives instead of the Gaussian one. It does with importance
     * weights, a risk, a family that is not Gaussian, or a divergence without a closed form.
     */
    public static boolean isByObjective(ObjectiveConfig objective, PosteriorConfig posterior, PriorConfig prior) {
        return objective.isImportanceWeighted()
                || objective.isRisk()
                || !posterior.isGaussian()
                || (!prior.isNormal() && !objective.priorDivergence().isKullbackLeibler());
    }

    /**
     * Settings of the run of a fit that no model depends on.
     *
     * @param method name of a method in {@link Methods}; null for none
     * @param stop budgets and tolerance that end the fit
     * @param numerics settings of random numbers and dense algebra
     * @param notes keys that were set and have no effect on this fit, one sentence each
     */
    public record Execution(@Nullable String method, Stop stop, Numerics numerics, List<String> notes) {}

    /**
     * Settings of random numbers and dense algebra.
     *
     * @param seed seed of everything random
     * @param kernel auto, java, native or mixed
     */
    public record Numerics(long seed, String kernel) {}

    /**
     * Request for partition factors.
     *
     * @param name name of the factor of all rows together; null for the last part of their path
     * @param removedNames names of factors of the earlier fit that are removed
     * @param keptCount number of the newest factors that stay separate; older ones are merged into the prior
     */
    public record PartitionFactorRequest(@Nullable String name, List<String> removedNames, int keptCount) {}

    /**
     * Budgets and tolerance that end a fit.
     *
     * @param maxIterations budget of steps
     * @param maxPasses budget of passes over all rows; infinite for no limit
     * @param maxSeconds budget of wall time; infinite for no limit
     * @param tolerance bound on the predicted gain, relative to the ELBO, of exact and fixed-draws fits
     * @param acceptUnconverged whether a fit that did not converge counts as success
     */
    public record Stop(
            int maxIterations, double maxPasses, double maxSeconds, double tolerance, boolean acceptUnconverged) {}

    /**
     * Checks of the posterior that are requested.
     *
     * @param khat whether draws of the posterior are checked by importance weights
     * @param leaveOneOut rows that are left out, one at a time, and predicted from the others
     * @param predictive whether responses drawn from the fitted model are compared with those observed, where that can
     *     be done
     */
    public record RequestedChecks(boolean khat, LeftOutRows leaveOneOut, boolean predictive) {

        /** Rows for leave-one-out prediction. */
        public enum LeftOutRows {
            /** All rows, or a random subset of many rows; none where leave-one-out is not possible. */
            AUTO,
            /** All rows. */
            ALL,
            /** No rows. */
            NONE
        }
    }
}
