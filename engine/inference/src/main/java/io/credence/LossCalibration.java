package io.credence;

import io.credence.config.InferenceConfig;
import io.credence.diagnostic.LossWeight;
import io.credence.diagnostic.LossWeightEstimator;
import io.credence.fit.FitResult;
import java.util.List;
import java.util.function.Function;

/**
 * Calibrates the weight of a loss: fits with one weight after the other, from 1, until the posterior is as wide as the
 * loss's minimum varies between samples of rows. Where the prior is weak, the second is; the last weight is never
 * further off than its standard error, unless fits do not come nearer any more.
 *
 * @param config configuration with the weight left open
 * @param prepare assembles the fit of a configuration to the rows
 */
record LossCalibration(InferenceConfig config, Function<InferenceConfig, PreparedFit> prepare) {

    /** Calibrated weight. */
    double weight() {
        double before = Double.POSITIVE_INFINITY;
        LossWeight found = at(1);
        double change = change(found);
        while (!found.isCalibrated() && change < before) {
            before = change;
            found = at(found.calibrated());
            change = change(found);
        }
        return found.calibrated();
    }

    private static double change(LossWeight found) {
        return Math.abs(Math.log(found.calibrated() / found.used()));
    }

    private LossWeight at(double weight) {
        PreparedFit trial = prepare.apply(config.trial(weight));
        LossWeightEstimator estimator = trial.checks().objective().lossWeight();
        FitResult result = trial.fit(null, List.of());
        LossWeight found = estimator == null ? null : estimator.of(result);
        if (found == null) {
            throw refused(LossWeightEstimator.REQUIRED);
        }
        if (!result.isConverged() && !config.stop().acceptUnconverged()) {
            throw refused(
                    "fits that converge, found one that ended at the weight " + weight + ": " + result.stopReason());
        }
        return found;
    }

    private static IllegalArgumentException refused(String required) {
        return new IllegalArgumentException("objective.loss.weight = auto compares gradients of rows with the"
                + " posterior's width: required a number, or " + required);
    }
}
