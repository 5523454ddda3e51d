package io.credence.diagnostic;

import java.util.Locale;

/**
 * Largest changes of a posterior's numbers when its draws are weighted by importance.
 *
 * @param largestChange largest change of a mean, in standard deviations, or of the logarithm of a standard deviation,
 *     among changes beyond their Monte Carlo error
 * @param largestUpperEnd upper end of that change: the largest sum of such a change and its error, the latter times
 *     {@link WeightTail#errorFactor()}
 * @param largestError largest Monte Carlo error of such a change
 * @param largestEndpointChange largest change of an end of a central interval of 90 %, in standard deviations, among
 *     changes beyond their Monte Carlo error
 */
public record WeightingChanges(
        double largestChange, double largestUpperEnd, double largestError, double largestEndpointChange) {

    /** Zero changes, where there are no numbers. */
    public static final WeightingChanges NONE = new WeightingChanges(0, 0, 0, 0);

    /** Largest negligible change of a mean, in standard deviations, or of a log standard deviation. */
    public static final double NEGLIGIBLE = 0.1;
    /**
     * Largest negligible change of an interval's end, in standard deviations. A skewness of 0.5 has that effect at the
     * same mean and standard deviation.
     */
    public static final double NEGLIGIBLE_END = 0.15;
    /** Largest Monte Carlo error of a change with which it can still be judged. */
    private static final double BLURRED = 0.5 * NEGLIGIBLE;

    /** Whether a change of the posterior's numbers is, or may be, more than negligible. */
    public boolean isMaterial() {
        return !(largestChange <= NEGLIGIBLE) || largestUpperEnd > NEGLIGIBLE || largestEndpointChange > NEGLIGIBLE_END;
    }

    /** Whether the weights are too uneven to estimate the changes. */
    public boolean isTooNoisy() {
        return !(largestError <= BLURRED);
    }

    /** Componentwise maximum of two sets of changes; NaN where either is NaN. */
    public WeightingChanges maximum(WeightingChanges other) {
        return new WeightingChanges(
                Math.max(largestChange, other.largestChange),
                Math.max(largestUpperEnd, other.largestUpperEnd),
                Math.max(largestError, other.largestError),
                Math.max(largestEndpointChange, other.largestEndpointChange));
    }

    /** Whether only ends of intervals change by more than is negligible. */
    private boolean isOfEndpointsOnly() {
        return largestEndpointChange > NEGLIGIBLE_END && !(Math.max(largestChange, largestUpperEnd) > NEGLIGIBLE);
    }

    /** Most important change, in standard deviations. */
    public double mostImportantChange() {
        return isOfEndpointsOnly() ? largestEndpointChange : Math.max(largestChange, largestUpperEnd);
    }

    /** Text with the most important change and its largest allowed value. */
    public String text() {
        return isOfEndpointsOnly()
                ? String.format(
                        Locale.ROOT,
                        "an end of a 90 %% interval by %.2f sd, at most %.2f allowed",
                        mostImportantChange(),
                        NEGLIGIBLE_END)
                : String.format(
                        Locale.ROOT,
                        "a number by up to %.2f sd, at most %.1f allowed",
                        mostImportantChange(),
                        NEGLIGIBLE);
    }
}
