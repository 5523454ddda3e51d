package io.credence.fit.exact;

import io.credence.fit.SamplingSettings;
import java.util.Locale;

/** Stopping rules by the predicted gain of a step: whether little is left to gain, or rounding hides it. */
final class GainStoppingRules {

    /** Multiple of the objective's error, or of a rise by rounding, below which a gain is lost in rounding. */
    private static final double MULTIPLE = 1000;

    /** Step size small enough that a correct gradient would have shown its descent. */
    private static final double SMALL_STEP = 1.0 / 64;

    private GainStoppingRules() {}

    /**
     * Whether the gain that is left is small enough for a fit by whole natural-gradient steps to have converged. A step
     * that had to be shortened shows that its metric, and with it the gain that it predicts, is wrong. Gains of slow
     * steps fall by a constant ratio: the gain that is left is the sum of a geometric series.
     *
     * @param gain gain predicted for the next step, nats
     * @param before gain predicted for the step before; NaN where there is none to compare
     * @param stepSize share of the last step that was taken
     * @param limit gain that may be left, nats
     * @param error numerical error of the objective, nats
     */
    static boolean isLittleLeft(double gain, double before, double stepSize, double limit, double error) {
        if (Math.abs(gain) > limit) {
            return false;
        }
        double ratio = before > 0 ? gain / before : 0;
        return Math.abs(gain) <= error || (stepSize == 1 && Math.abs(gain) <= limit * (1 - ratio));
    }

    /** The reason to stop at a gain below its limit; both are in nats. */
    static String convergedReason(double gain, double limit) {
        return String.format(Locale.ROOT, "predicted gain %.2g nats is below %.2g", gain, limit);
    }

    /** The reason to stop at a gain that is lost in rounding ({@link #isRiseByRounding}), nats. */
    static String roundingReason(double gain) {
        return String.format(Locale.ROOT, "the predicted gain of %.2g nats is lost in rounding", gain);
    }

    /**
     * Whether the objective rose by rounding alone, so that the fit stops; else the step was too long and is shortened. No gain that
     * matters is ever called lost.
     *
     * @param gain gain predicted for the whole step, nats
     * @param error numerical error of the objective, nats
     * @param rise rise of the objective, nats
     * @param stepSize share of the whole step that was taken
     */
    static boolean isRiseByRounding(double gain, double error, double rise, double stepSize) {
        return gain <= MULTIPLE * error
                || (stepSize <= SMALL_STEP
                        && gain <= Math.min(SamplingSettings.Stop.DEFAULT.negligibleGain(), MULTIPLE * rise));
    }
}
