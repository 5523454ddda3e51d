package io.credence.config;

import io.credence.config.FitConfig.Check;
import io.credence.config.FitConfig.InverseGammaPrior;
import io.credence.config.FitConfig.Model;
import io.credence.config.FitConfig.Posterior;
import io.credence.config.FitConfig.Prior;
import io.credence.config.FitConfig.SitesRequest;
import io.credence.config.FitConfig.Stop;
import io.credence.fit.MonteCarloSettings;
import io.credence.fit.MonteCarloSettings.EstimatorKind;
import io.credence.prior.EarlierFit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is inferred and how, without where the rows come from and where the result goes.
 *
 * @param model likelihood, or class of the user's
 * @param mixed effects that vary between groups; null where none do
 * @param prior prior of every coefficient
 * @param dispersionPrior prior of the dispersion
 * @param posterior the set of distributions that is searched
 * @param objective what is minimised
 * @param method name in the {@link Methods}; null for none
 * @param monteCarlo how draws are used, where the estimator is not exact
 * @param sites of a partitioned fit
 * @param stop when to stop
 * @param check how the posterior is checked
 * @param seed seed of everything random
 * @param kernel auto, java or native
 * @param notes keys that were set and have no effect on this fit, one sentence each
 */
public record InferenceConfig(
        Model model,
        @Nullable MixedConfig mixed,
        Prior prior,
        InverseGammaPrior dispersionPrior,
        Posterior posterior,
        ObjectiveConfig objective,
        @Nullable String method,
        MonteCarloSettings monteCarlo,
        SitesRequest sites,
        Stop stop,
        Check check,
        long seed,
        String kernel,
        List<String> notes) {

    /** Whether the expectations of the loss are exact, in closed form or by quadrature, instead of by draws. */
    public boolean isExact() {
        return monteCarlo.estimator().kind().isExact();
    }

    /** Whether what the rows of each partition say is found apart. */
    public boolean isPartitioned() {
        return monteCarlo.estimator().kind() == EstimatorKind.PARTITIONED;
    }

    /** The same with the earlier fit whose posterior is the prior. */
    public InferenceConfig with(EarlierFit fit) {
        return with(prior.with(fit), dispersionPrior, check);
    }

    /** The same with what is taken over of that fit. */
    public InferenceConfig instead(EarlierFit left) {
        return with(prior.instead(left), dispersionPrior, check);
    }

    /** The same without checks of what was found, but k̂ where that chooses the family. */
    public InferenceConfig unchecked() {
        boolean chooses = !posterior.escalation().isEmpty();
        return with(prior, dispersionPrior, new Check(chooses, Check.LeftOutRows.NONE, false));
    }

    /** The same, unchecked, with normal priors of all coefficients by name, and that one of the dispersion. */
    public InferenceConfig calibrating(Map<String, Prior.Normal> coefficients, InverseGammaPrior dispersion) {
        return with(prior.with(coefficients), dispersion, unchecked().check());
    }

    private InferenceConfig with(Prior coefficients, InverseGammaPrior dispersion, Check requested) {
        return new InferenceConfig(
                model,
                mixed,
                coefficients,
                dispersion,
                posterior,
                objective,
                method,
                monteCarlo,
                sites,
                stop,
                requested,
                seed,
                kernel,
                notes);
    }

    /**
     * Whether the fit needs draws that are weighted or judged row by row, another family than Gaussians, or a divergence that
     * the prior leaves without a closed form.
     */
    static boolean isByObjective(ObjectiveConfig objective, Posterior posterior, Prior prior) {
        return objective.isWeighted()
                || objective.isRisk()
                || !posterior.isGaussian()
                || (!prior.isNormal() && !objective.fromPrior().isStandard());
    }
}
