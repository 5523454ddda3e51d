package io.credence;

import io.credence.config.InferenceConfig;
import io.credence.diagnostic.LossWeight;
import io.credence.diagnostic.LossWeightEstimator;
import io.credence.fit.FitResult;
import java.util.List;
import java.util.function.Function;

/**
 * Lets rows choose by what a loss is multiplied: fits of one weight after the other, from 1, until one is as wide as the rows' scatter
 * has it. Where the prior is weak, the second is; the last weight is never further off than its standard error, unless fits do not
 * come nearer any more.
 *
 * @param config with the weight left open
 * @param prepare puts a fit of a configuration to the rows together
 */
record LossCalibration(InferenceConfig config, Function<InferenceConfig, PreparedFit> prepare) {

    /** The weight. */
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
