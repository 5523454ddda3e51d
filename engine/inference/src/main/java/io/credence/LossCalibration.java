package io.credence;

import io.credence.config.InferenceConfig;
import io.credence.diagnostic.LossWeight;
import io.credence.diagnostic.LossWeightEstimator;
import io.credence.fit.FitResult;
import java.util.List;
import java.util.function.Function;

/**
 * Calibrates the weight of a loss by repeated fits, until the posterior is as wide as the sampling distribution of the
 * loss's minimum. The first weight is 1; with a weak prior, the second is already calibrated. The last weight is off by
 * at most its standard error, unless further fits no longer reduce the difference.
 *
 * @param config configuration with the weight left open
 * @param prepare assembles the fit of a configuration to the rows
 */
record LossCalibration(InferenceConfig config, Function<InferenceConfig, PreparedFit> prepare) {

    /** Computes the calibrated weight. */
    double calibratedWeight() {
        double before = Double.POSITIVE_INFINITY;
        LossWeight found = fitTrial(1);
        double change = logWeightChange(found);
        while (!found.isCalibrated() && change < before) {
            before = change;
            found = fitTrial(found.calibratedWeight());
            change = logWeightChange(found);
        }
        return found.calibratedWeight();
    }

    private static double logWeightChange(LossWeight found) {
        return Math.abs(Math.log(found.calibratedWeight() / found.usedWeight()));
    }

    private LossWeight fitTrial(double weight) {
        PreparedFit trial = prepare.apply(config.withTrialWeight(weight));
        LossWeightEstimator estimator = trial.lossWeightEstimator();
        FitResult result = trial.runUnchecked(null, List.of());
        LossWeight found = estimator == null ? null : estimator.estimate(result);
        if (found == null) {
            throw refusal(LossWeightEstimator.REQUIRED);
        }
        if (!result.isConverged() && !config.stop().acceptUnconverged()) {
            throw refusal(
                    "fits that converge, found one that ended at the weight " + weight + ": " + result.stopReason());
        }
        return found;
    }

    private static IllegalArgumentException refusal(String required) {
        return new IllegalArgumentException("objective.loss.weight = auto compares gradients of rows with the"
                + " posterior's width: required a number, or " + required);
    }
}
