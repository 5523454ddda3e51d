package io.credence.config;

import io.credence.family.DispersionPosterior;
import io.credence.fit.MethodSettings;
import io.credence.fit.MethodSettings.EstimatorKind;
import io.credence.likelihood.EstimatedOption;
import io.credence.network.NetworkObjective;
import io.credence.prior.EarlierFit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is inferred and how, without where the rows come from and where the result goes.
 *
 * @param model likelihood, or class of the user's
 * @param mixed effects that vary between groups; null where none do
 * @param prior prior of every coefficient and of the dispersion
 * @param posterior the set of distributions that is searched
 * @param objective what is minimised
 * @param method name in the {@link Methods}; null for none
 * @param monteCarlo how draws are used, where the estimator is not exact
 * @param sites of a partitioned fit
 * @param stop when to stop
 * @param check how the posterior is checked
 * @param numerics random numbers and dense algebra
 * @param notes keys that were set and have no effect on this fit, one sentence each
 */
public record InferenceConfig(
        ModelConfig model,
        @Nullable MixedConfig mixed,
        PriorConfig prior,
        PosteriorConfig posterior,
        ObjectiveConfig objective,
        @Nullable String method,
        MethodSettings monteCarlo,
        SitesRequest sites,
        Stop stop,
        Check check,
        Numerics numerics,
        List<String> notes) {

    /** Seed of everything random. */
    public long seed() {
        return numerics.seed();
    }

    /** Name of the kernel: auto, java or native. */
    public String kernel() {
        return numerics.kernel();
    }

    /** Whether the expectations of the loss are exact, in closed form or by quadrature, instead of by draws. */
    public boolean isExact() {
        return monteCarlo.estimator().kind().isExact();
    }

    /** Whether the rows of each partition have a factor of their own. */
    public boolean isPartitioned() {
        return monteCarlo.estimator().kind() == EstimatorKind.PARTITIONED;
    }

    /**
     * What networks minimise.
     *
     * @throws ConfigurationException if what is requested is not fitted by them
     */
    public NetworkObjective networkObjective() {
        return new NetworkObjectives(objective, model, monteCarlo.estimator()).chosen();
    }

    /** The same with the earlier fit whose posterior is the prior. */
    public InferenceConfig with(EarlierFit fit) {
        return with(prior.with(fit), check, numerics);
    }

    /** The same with what is taken over of that fit. */
    public InferenceConfig instead(EarlierFit left) {
        return with(prior.instead(left), check, numerics);
    }

    /** The same without checks of what was found, but k̂ where that chooses the family. */
    public InferenceConfig unchecked() {
        boolean chooses = !posterior.escalation().isEmpty();
        return with(prior, new Check(chooses, Check.LeftOutRows.NONE, false), numerics);
    }

    /** The same, unchecked, with normal priors of all coefficients by name, and that one of the dispersion. */
    public InferenceConfig calibrating(
            Map<String, PriorConfig.Normal> coefficients, DispersionPosterior.InverseGamma dispersion) {
        return with(prior.with(coefficients, dispersion), unchecked().check(), numerics);
    }

    /** The same of one group of many, with a seed of its own and the check of its posterior alone. */
    public InferenceConfig ofGroup(long own) {
        Check weights = new Check(check.khat(), Check.LeftOutRows.NONE, false);
        return with(prior, weights, new Numerics(own, numerics.kernel()));
    }

    /** The same with a number that rows chose for an option of the likelihood. */
    public InferenceConfig with(EstimatedOption chosen) {
        return with(model.with(chosen), objective, prior, check, numerics);
    }

    /** The same with the loss multiplied by that number. */
    public InferenceConfig weighing(double weight) {
        return with(model, objective.weighing(weight), prior, check, numerics);
    }

    /** The same of the Kullback–Leibler divergence, unchecked: a fit from which the next weight is found. */
    public InferenceConfig trial(double weight) {
        return with(model, objective.trial(weight), prior, unchecked().check(), numerics);
    }

    private InferenceConfig with(PriorConfig other, Check requested, Numerics chosen) {
        return with(model, objective, other, requested, chosen);
    }

    private InferenceConfig with(
            ModelConfig fitted, ObjectiveConfig minimised, PriorConfig other, Check requested, Numerics chosen) {
        return new InferenceConfig(
                fitted, mixed, other, posterior, minimised, method, monteCarlo, sites, stop, requested, chosen, notes);
    }

    /**
     * Whether the fit needs draws that are weighted or judged row by row, another family than Gaussians, or a divergence that
     * the prior leaves without a closed form.
     */
    static boolean isByObjective(ObjectiveConfig objective, PosteriorConfig posterior, PriorConfig prior) {
        return objective.isWeighted()
                || objective.isRisk()
                || !posterior.isGaussian()
                || (!prior.isNormal() && !objective.fromPrior().isStandard());
    }

    /**
     * What numbers are computed with.
     *
     * @param seed seed of everything random
     * @param kernel auto, java or native
     */
    public record Numerics(long seed, String kernel) {}

    /**
     * The sites of a partitioned fit.
     *
     * @param name of the one that all rows make; null for the last part of their path
     * @param remove those of the earlier fit that are not taken over
     * @param keep how many of the newest are kept apart from the prior
     */
    public record SitesRequest(@Nullable String name, List<String> remove, int keep) {}

    /**
     * When to stop.
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
     * How the posterior that was found is checked.
     *
     * @param khat whether its draws are weighed by the exact posterior
     * @param leaveOneOut which rows are left out, one at a time, and predicted from the others
     * @param predictive whether responses drawn from the fitted model are set against those observed, where that can be done
     */
    public record Check(boolean khat, LeftOutRows leaveOneOut, boolean predictive) {

        /** Which rows are left out. */
        public enum LeftOutRows {
            /** All of them or, where they are many, a random part; none where that cannot be done. */
            AUTO,
            /** All of them. */
            ALL,
            /** None. */
            NONE
        }
    }
}
