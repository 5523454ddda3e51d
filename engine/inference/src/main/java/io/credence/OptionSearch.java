package io.credence;

import io.credence.config.InferenceConfig;
import io.credence.fit.FitResult;
import io.credence.likelihood.EstimatedOption;
import io.credence.likelihood.SearchedOption;
import io.credence.optimize.ParabolaSearch;
import java.util.function.Function;

/**
 * Estimates an option of a likelihood by its evidence: unchecked fits at one value after the other, until a parabola
 * through three ELBOs, or log marginal likelihoods of mixed models, has its maximum near the middle one.
 *
 * @param config configuration with that option left open
 * @param searched option that is estimated
 * @param fit runs the unchecked fit of a configuration to the rows
 */
record OptionSearch(InferenceConfig config, SearchedOption searched, Function<InferenceConfig, FitResult> fit) {

    /** Estimates the value of the highest evidence. */
    EstimatedOption estimate() {
        if (!config.objective().isElbo() || !(config.isExact() || config.mixed() != null)) {
            throw refused("objective.kind = elbo with exact expectations", "others");
        }
        ParabolaSearch.ModeEstimate found =
                new ParabolaSearch(this::evidence, searched.low(), searched.high()).findMode(searched.initialValue());
        if (found == null) {
            throw refused(
                    "rows whose evidence is the highest between " + searched.low() + " and " + searched.high(),
                    "it rising up to one of these");
        }
        return new EstimatedOption(searched.name(), found.mode(), found.sd());
    }

    private double evidence(double value) {
        EstimatedOption trial = new EstimatedOption(searched.name(), value, Double.NaN);
        FitResult result = fit.apply(config.unchecked().with(trial));
        Double elbo = result.elbo();
        if (elbo == null && result.isConverged()) {
            throw refused("fits with an evidence", "two large crossed factors, which have none");
        }
        if (elbo == null || !result.isConverged() && !config.stop().acceptUnconverged()) {
            throw refused("fits that converge", "one that ended at " + value + ": " + result.stopReason());
        }
        return elbo;
    }

    private IllegalArgumentException refused(String required, String found) {
        return new IllegalArgumentException("model." + searched.name()
                + " = auto compares the evidence of fits: required a number, or " + required + ", found " + found);
    }
}
