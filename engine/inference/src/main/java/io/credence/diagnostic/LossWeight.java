package io.credence.diagnostic;

import java.util.Locale;

/**
 * By what a loss is multiplied, and by what it had to be for the posterior to be as wide as the scatter of the rows has it.
 *
 * @param used weight of the fit
 * @param calibrated weight at which the rows' gradients scatter as those of a likelihood do
 * @param error its standard error where the number of rows is as random as they are, which is rather too large
 */
public record LossWeight(double used, double calibrated, double error) {

    /** Whether the two differ by no more than the error. */
    public boolean isCalibrated() {
        return Math.abs(calibrated - used) <= error;
    }

    /** What a user should know of it. */
    public String note() {
        return String.format(
                Locale.ROOT,
                "the weight of the loss is %.4g; by the scatter of the rows it is %.4g (standard error %.2g)",
                used,
                calibrated,
                error);
    }
}
