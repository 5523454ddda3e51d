package io.credence.diagnostic;

import java.util.Locale;

/**
 * Weight of a loss in a fit, with its calibrated value. With the calibrated weight, the posterior would be as wide as
 * the sampling distribution of the loss's minimum.
 *
 * @param usedWeight weight in the fit
 * @param calibratedWeight weight at which the rows' gradients vary as those of a likelihood do
 * @param error standard error of the calibrated weight if the number of rows is random as well, which is rather too
 *     large
 */
public record LossWeight(double usedWeight, double calibratedWeight, double error) {

    /** Whether the weight in the fit and the calibrated weight differ by no more than the error. */
    public boolean isCalibrated() {
        return Math.abs(calibratedWeight - usedWeight) <= error;
    }

    /** Note for users. */
    public String note() {
        return String.format(
                Locale.ROOT,
                "the weight of the loss is %.4g; by the scatter of the rows it is %.4g (standard error %.2g)",
                usedWeight,
                calibratedWeight,
                error);
    }
}
