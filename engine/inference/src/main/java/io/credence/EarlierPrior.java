package io.credence;

import io.credence.config.ConfigurationException;
import io.credence.config.InferenceConfig;
import io.credence.config.PriorConfig.DispersionPrior;
import io.credence.family.law.DispersionPosterior;
import io.credence.fit.ExactProblem;
import io.credence.likelihood.Likelihood;
import io.credence.prior.EarlierFit;
import io.credence.prior.GaussianPrior;
import io.credence.statistics.RowMoments;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Prior from the posterior of an earlier fit, if the configuration names one.
 *
 * @param config configuration of the inference
 */
record EarlierPrior(InferenceConfig config) {

    private @Nullable EarlierFit earlierFit() {
        return config.prior().earlierFit();
    }

    private DispersionPosterior.@Nullable InverseGamma knownDispersion() {
        EarlierFit fit = earlierFit();
        return fit == null ? null : fit.dispersion();
    }

    /** Refuses a prior whose earlier fit was not read, or is of another model. */
    void requireSameModel(String model, @Nullable String link) {
        EarlierFit fit = earlierFit();
        if (fit != null) {
            fit.requireSameModel(model, link, config.stop().acceptUnconverged());
        } else if (config.prior().isEarlierPosterior()) {
            throw new ConfigurationException("prior.kind = posterior has no posterior: required an earlier fit, as"
                    + " Inference.prior takes it, found none");
        }
    }

    /**
     * Whether the earlier posterior replaces the prior that the user's class defines. It must then cover all parameters
     * of the class.
     *
     * @param names names of the parameters
     */
    boolean replacesClassPrior(List<String> names) {
        EarlierFit fit = earlierFit();
        if (fit != null && !fit.knowsAll(names)) {
            throw new ConfigurationException("the class " + config.model().name()
                    + " has a prior of its own, which does not come apart: required an earlier posterior of all its"
                    + " parameters, found one without some of " + names);
        }
        return fit != null;
    }

    /**
     * Prior of an estimated dispersion.
     *
     * @param moments moments of the response, which give the unit of an automatic scale
     */
    DispersionPosterior.InverseGamma dispersionPrior(Likelihood likelihood, Supplier<RowMoments> moments) {
        DispersionPosterior.InverseGamma known = knownDispersion();
        if (known != null) {
            return known;
        }
        DispersionPrior requested = config.prior().dispersion();
        if (!isDispersionScaleAutomatic()) {
            return requested.toInverseGamma(likelihood.dispersionPrior(), 1);
        }
        boolean unseen = !RequestedPrior.hasDispersionUnit(likelihood, moments.get());
        return requested.toInverseGamma(
                likelihood.dispersionPrior(unseen), RequestedPrior.dispersionUnit(likelihood, moments.get()));
    }

    /** Whether rows choose the scale of the dispersion's prior. */
    private boolean isDispersionScaleAutomatic() {
        return knownDispersion() == null && config.prior().dispersion().isScaleAutomatic();
    }

    /**
     * Creates a problem with an estimated dispersion. Where the rows choose the scale of its prior, the dispersion
     * starts there too.
     */
    ExactProblem problemWithDispersion(
            Likelihood likelihood, GaussianPrior coefficients, Supplier<RowMoments> moments) {
        DispersionPosterior.InverseGamma prior = dispersionPrior(likelihood, moments);
        DispersionPosterior start = isDispersionScaleAutomatic()
                ? likelihood.initialDispersion(prior, RequestedPrior.dispersionUnit(likelihood, moments.get()))
                : likelihood.initialDispersion(prior);
        return new ExactProblem(likelihood, coefficients, prior, start);
    }

    /**
     * Notes to the user on the earlier fit.
     *
     * @param names names of the coefficients
     * @param dispersion name of the dispersion; null where there is none
     */
    List<String> notes(List<String> names, @Nullable String dispersion) {
        EarlierFit fit = earlierFit();
        if (fit == null) {
            return List.of();
        }
        List<String> notes = new ArrayList<>(fit.notesAbout(names));
        boolean estimated = dispersion != null && config.model().dispersion().isEmpty();
        if (estimated && fit.dispersion() == null) {
            notes.add("the earlier posterior does not contain " + dispersion + ", whose prior is prior.dispersion");
        } else if (!estimated && fit.dispersion() != null) {
            notes.add("the earlier posterior of the dispersion has no effect: model.dispersion is a number");
        }
        return List.copyOf(notes);
    }
}
