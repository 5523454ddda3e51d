package io.credence;

import io.credence.config.InferenceConfig;
import io.credence.diagnostic.LossWeight;
import io.credence.diagnostic.LossWeightEstimator;
import io.credence.fit.ExecutionBackend;
import io.credence.fit.FitResult;
import io.credence.linalg.DenseKernel;
import io.credence.model.Model;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets rows choose by what a loss is multiplied: fits of one weight after the other, from 1, until one is as wide as the rows' scatter
 * has it. Where the prior is weak, the second is; the last weight is never further off than its standard error, unless fits do not
 * come nearer any more.
 *
 * @param config with the weight left open
 * @param model the user's; null for a likelihood
 */
record LossCalibration(
        InferenceConfig config, @Nullable Model model, Rows rows, ExecutionBackend backend, DenseKernel kernel) {

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
        PreparedFit trial = Assembly.prepare(config.trial(weight), model, rows, backend, kernel);
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
