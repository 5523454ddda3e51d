package io.credence;

import io.credence.config.InferenceConfig;
import io.credence.fit.FitResult;
import io.credence.likelihood.EstimatedOption;
import io.credence.likelihood.SearchedOption;
import io.credence.optimize.ParabolaSearch;
import java.util.function.Function;

/**
 * Estimator of an option of a likelihood by the evidence of fits at several values. The fits are unchecked. The search
 * ends when a parabola through three ELBOs, or log marginal likelihoods of mixed models, has its maximum near the
 * middle one.
 *
 * @param config configuration without a value of that option
 * @param searchedOption option that is estimated
 * @param fit runs the unchecked fit of a configuration to the rows
 */
record OptionSearch(InferenceConfig config, SearchedOption searchedOption, Function<InferenceConfig, FitResult> fit) {

    /** Estimates the option's value with the highest evidence. */
    EstimatedOption estimate() {
        if (!config.objective().isElbo() || !config.isExact()) {
            throw refusal("objective.kind = elbo with exact expectations", "others");
        }
        ParabolaSearch.ModeEstimate found = new ParabolaSearch(
                        this::evidenceAt, searchedOption.low(), searchedOption.high())
                .findMode(searchedOption.initialValue());
        if (found == null) {
            throw refusal(
                    "rows whose evidence is the highest between " + searchedOption.low() + " and "
                            + searchedOption.high(),
                    "it rising up to one of these");
        }
        return new EstimatedOption(searchedOption.name(), found.mode(), found.sd());
    }

    private double evidenceAt(double value) {
        EstimatedOption trial = new EstimatedOption(searchedOption.name(), value, Double.NaN);
        FitResult result = fit.apply(config.withoutChecks().with(trial));
        Double elbo = result.elbo();
        if (elbo == null && result.isConverged()) {
            throw refusal("fits with an evidence", "two large crossed factors, which have none");
        }
        if (elbo == null || !result.isConverged() && !config.stop().acceptUnconverged()) {
            throw refusal("fits that converge", "one that ended at " + value + ": " + result.stopReason());
        }
        return elbo;
    }

    private IllegalArgumentException refusal(String required, String found) {
        return new IllegalArgumentException("model." + searchedOption.name()
                + " = auto compares the evidence of fits: required a number, or " + required + ", found " + found);
    }
}
