package io.credence.diagnostic;

import java.util.Locale;

/**
 * Changes of a posterior's numbers by importance weights, the largest over the numbers.
 *
 * @param largestChange largest change of a mean, in standard deviations, or of the logarithm of a standard deviation, among
 *     changes beyond their Monte Carlo error
 * @param largestUpperEnd upper end of that change: the largest sum of such a change and its error, the latter times
 *     {@link WeightTail#errorFactor()}
 * @param largestError largest Monte Carlo error of such a change
 * @param largestEndpointChange largest change of an end of a central interval of 90 %, in standard deviations, among changes beyond their
 *     Monte Carlo error
 */
public record WeightingChanges(
        double largestChange, double largestUpperEnd, double largestError, double largestEndpointChange) {

    /** Changes where there are no numbers. */
    public static final WeightingChanges NONE = new WeightingChanges(0, 0, 0, 0);

    /** Largest change of a mean, in standard deviations, or of a log standard deviation, that is negligible. */
    public static final double NEGLIGIBLE = 0.1;
    /**
     * Largest change of an interval's end, in standard deviations, that is negligible; a skewness of 0.5 changes it as
     * much with the same mean and sd.
     */
    public static final double NEGLIGIBLE_END = 0.15;
    /** Largest Monte Carlo error at which a change can be told. */
    private static final double BLURRED = 0.5 * NEGLIGIBLE;

    /** Whether a change of the posterior's numbers is, or may be, more than negligible. */
    public boolean isMaterial() {
        return !(largestChange <= NEGLIGIBLE) || largestUpperEnd > NEGLIGIBLE || largestEndpointChange > NEGLIGIBLE_END;
    }

    /** Whether the weights are too uneven to estimate the changes. */
    public boolean isTooNoisy() {
        return !(largestError <= BLURRED);
    }

    /** Larger of two changes in each component; NaN where one is. */
    public WeightingChanges maximum(WeightingChanges other) {
        return new WeightingChanges(
                Math.max(largestChange, other.largestChange),
                Math.max(largestUpperEnd, other.largestUpperEnd),
                Math.max(largestError, other.largestError),
                Math.max(largestEndpointChange, other.largestEndpointChange));
    }

    /** Whether ends of intervals change by more than is negligible, and nothing else does. */
    private boolean isOfEndpointsOnly() {
        return largestEndpointChange > NEGLIGIBLE_END && !(Math.max(largestChange, largestUpperEnd) > NEGLIGIBLE);
    }

    /** Most important change, in standard deviations. */
    public double mostImportantChange() {
        return isOfEndpointsOnly() ? largestEndpointChange : Math.max(largestChange, largestUpperEnd);
    }

    /** Text with the most important change, and what is allowed. */
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
