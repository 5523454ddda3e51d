package io.credence.fit.exact;

import io.credence.fit.MethodSettings;
import java.util.Locale;

/** What the gain that is predicted for a step decides on going on: that so little is left, or that rounding hides it. */
final class PredictedGain {

    /** A gain is lost below this multiple of the error of the objective, or of a rise that can be rounding alone. */
    private static final double MULTIPLE = 1000;

    /** A step so small that a gradient which were right would have shown its descent. */
    private static final double SMALL_STEP = 1.0 / 64;

    private PredictedGain() {}

    /**
     * Whether so little is left to gain that a fit by whole natural-gradient steps has converged. A step that had to be shortened shows
     * that its metric, and with it the gain that it predicts, is wrong. Gains of steps that crawl fall by a constant ratio: what is left
     * is the sum of a geometric series.
     *
     * @param gain what is predicted for the next step, nats
     * @param before what was predicted for the step before; NaN where there is none to compare
     * @param stepSize share of the last step that was taken
     * @param limit what may be left, nats
     * @param error error of the objective that is known beforehand
     */
    static boolean isLittleLeft(double gain, double before, double stepSize, double limit, double error) {
        if (Math.abs(gain) > limit) {
            return false;
        }
        double ratio = before > 0 ? gain / before : 0;
        return Math.abs(gain) <= error || (stepSize == 1 && Math.abs(gain) <= limit * (1 - ratio));
    }

    /** Why a fit stops at a gain below its limit, nats. */
    static String within(double gain, double limit) {
        return String.format(Locale.ROOT, "predicted gain %.2g nats is below %.2g", gain, limit);
    }

    /** Why a fit stops at a gain that {@link #isLost}, nats. */
    static String lost(double gain) {
        return String.format(Locale.ROOT, "the predicted gain of %.2g nats is lost in rounding", gain);
    }

    /**
     * Whether the objective rose by rounding alone, so that the fit stops; else the step was too long and is shortened. No gain that
     * matters is ever called lost.
     *
     * @param gain what was predicted for the whole step, nats
     * @param error error of the objective that is known beforehand
     * @param rise by how much the objective rose, as far as rounding shows
     * @param stepSize share of the whole step
     */
    static boolean isLost(double gain, double error, double rise, double stepSize) {
        return gain <= MULTIPLE * error
                || (stepSize <= SMALL_STEP
                        && gain <= Math.min(MethodSettings.Stop.DEFAULT.negligible(), MULTIPLE * rise));
    }
}
